-- outside a transaction
-- locks members: share update exclusive, reads 100 million rows in 5 min
-- locks memberships: share update exclusive, reads 100 million rows in 5 min
-- locks awards: share update exclusive, reads 100 million rows in 5 min
--
-- For lists of what has changed since a moment. Nobody waits while an index is built. Twice: a crash may have left half of
-- one.
drop index concurrently if exists members_by_update;
create index concurrently members_by_update on members (account_id, livemode, updated_at);
drop index concurrently if exists memberships_by_update;
create index concurrently memberships_by_update on memberships (account_id, livemode, updated_at);
drop index concurrently if exists awards_by_update;
create index concurrently awards_by_update on awards (account_id, livemode, updated_at);
