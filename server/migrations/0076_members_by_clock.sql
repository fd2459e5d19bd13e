-- outside a transaction
-- locks members: share update exclusive, reads 100 million rows in 5 min
--
-- Nobody waits while the index is built. A crash may have left half of one.
drop index concurrently if exists members_by_clock;
create index concurrently members_by_clock on members (account_id, clock_id, id) where clock_id is not null;
