-- outside a transaction
-- locks memberships: share update exclusive, reads 100 million rows in 1 min
--
-- The index holds the few memberships that lost their standing; building it reads all of them once, and nobody waits.
-- Twice: a crash may have left half of it.
drop index concurrently if exists memberships_by_loss;
create index concurrently memberships_by_loss
  on memberships (account_id, livemode, lost_on, program_id) where lost_on is not null;
