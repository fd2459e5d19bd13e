-- locks certificates: share update exclusive, reads 100 million rows in 5 min
-- outside a transaction
--
-- Finds the certificates of a range of places in the log, for the journal that is kept beside the files.
--
-- Certificates are appended in about the order of their tickets, so an index of page ranges is enough: a few kilobytes, and
-- writing a certificate costs next to nothing more, where a B-tree would take an entry for each. Pages that no range covers
-- yet are looked through; whoever keeps the journal has them summarised.
-- What an attempt that was broken off left behind is not valid, and in the way.
drop index concurrently if exists certificates_by_ticket;
create index concurrently certificates_by_ticket on certificates using brin (ticket) with (pages_per_range = 16);
