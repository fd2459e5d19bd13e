-- locks log_queue: access exclusive, few rows
--
-- The log publishes its entries (C2SP tlog-tiles, `tile/entries`).
--
-- A leaf used to be the hash of salt, file and token themselves (SELLO-LEAF-v1), which nobody but their owner may show. Now
-- those give an entry of 32 bytes, a commitment that tells nothing, and the leaf is the hash of that (SELLO-LEAF-v2).
--
-- The entries are kept beside the nodes of the tree, in the same rows of 32. They could be derived from the certificates
-- instead: salt, file and token are there. But no index leads from a place in the log to its certificate, and 256 of them
-- would be looked up, and their tokens parsed, for every bundle; where certificates are spread over machines, on all of
-- them. And what the log has published must stay published whatever becomes of a certificate. 32 bytes more per certificate
-- are less than a hundredth of its token.
--
-- Which form a certificate's leaf has is not stored: salt, file and token give its leaf hash in one form only, and `sello fsck`
-- derives form and entry again from them.

-- Null for a leaf of the first form, and for one that a server of the version before wrote. It waits here until the sequencer
-- moves it, in the statement that gives it its place.
alter table log_queue add column entry bytea check (length(entry) = 32);

-- Entries of 32 neighbouring leaves, in order. One that is not published is 32 zero bytes, which no hash is, or beyond the
-- end of the row. Only rows with an entry exist: a log that was long before this migration has none for its past.
create table log_entries (
  chunk   bigint primary key,
  entries bytea not null
);
-- Like the nodes: hashes do not compress, and a row stays in its page.
alter table log_entries alter column entries set storage plain;
