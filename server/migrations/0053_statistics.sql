-- locks certificates: share update exclusive, instant
-- locks certificate_tokens: share update exclusive, instant
-- locks certificate_tokens_first: share update exclusive, instant
-- locks certificate_tokens_rest: share update exclusive, instant
-- locks certificate_codes: share update exclusive, instant
--
-- PostgreSQL reads 30,000 rows of a table whenever a tenth of it is new, and sorts them by each column, for statistics that
-- plans are chosen by. For these tables that took half a second of a processor every minute under load, in which callers
-- waited up to five times as long. Nobody looks for a row by most columns: those get none. For the others, by which rows are
-- found through one index each, 3,000 rows are enough. New partitions of time stamps get the same from
-- `upkeep/partitions`.
alter table certificates
  alter column account_id set statistics 10,
  alter column id set statistics 10,
  alter column livemode set statistics 10,
  alter column number set statistics 10,
  alter column code set statistics 0,
  alter column key_id set statistics 0,
  alter column title set statistics 0,
  alter column description set statistics 0,
  alter column document_type set statistics 10,
  alter column file_name set statistics 0,
  alter column file_mime set statistics 0,
  alter column file_size set statistics 0,
  alter column sha256 set statistics 10,
  alter column psc set statistics 0,
  alter column tst_serial set statistics 0,
  alter column policy_oid set statistics 0,
  alter column gen_time set statistics 0,
  alter column accuracy_ms set statistics 0,
  alter column accredited set statistics 0,
  alter column warnings set statistics 0,
  alter column ticket set statistics 10,
  alter column created_at set statistics 10,
  alter column file_erased_at set statistics 10,
  alter column stated_size set statistics 0,
  alter column external_id set statistics 10,
  alter column metadata set statistics 0,
  alter column changed_at set statistics 10;
alter index certificates_metadata alter column 1 set statistics 10;

alter table certificate_tokens
  alter column account_id set statistics 10,
  alter column certificate_id set statistics 10,
  alter column tsr set statistics 0,
  alter column chain set statistics 0,
  alter column salt set statistics 0,
  alter column leaf_hash set statistics 0,
  alter column chain_sha256 set statistics 0;

alter table certificate_codes
  alter column code set statistics 10,
  alter column account_id set statistics 0,
  alter column certificate_id set statistics 0;
