-- locks nothing
--
-- A function that returns rows is taken to return a thousand, unless it says otherwise. Admitting a caller returns one, and
-- what is read for the caller is joined to it: for a thousand callers PostgreSQL reads whole tables of accounts instead of
-- one row, at every call.
alter function admit_caller(bytea, text, timestamptz, integer) rows 1;
alter function begin_certificate(text, boolean, text, text, bytea, integer, timestamptz) rows 1;
alter function reserve_certificates(text, integer, integer, timestamptz) rows 16;
alter function tallies_of(text, date, date, date, boolean) rows 4;
alter function key_of(bytea, timestamptz) rows 1;
alter function log_place(bigint) rows 1;
alter function covering_anchor(text, bigint) rows 1;
alter function covering_stamps(bigint) rows 4;
