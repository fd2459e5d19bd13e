-- locks postings: access exclusive, reads 100 million rows in 1 min
--
-- How much an account's posted rows take while they are kept, so that one account cannot fill the disk with tables that
-- it posts. Null: not counted, because an older program wrote it, or its rows are gone.
alter table postings add column bytes bigint;
create index postings_kept on postings (account_id, livemode) include (bytes, organizer_id) where bytes is not null;
