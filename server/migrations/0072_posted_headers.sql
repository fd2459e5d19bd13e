-- locks postings: access exclusive, instant
--
-- Tables name their columns in people's words. `columns` has the fields, `headers` the names as posted; null where they
-- are the same. A column without a default: no row is rewritten.
alter table postings add column headers text[];
