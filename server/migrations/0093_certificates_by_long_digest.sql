-- locks certificates: share update exclusive, reads 100 million rows in 5 min
-- outside a transaction
--
-- Finds certificates by a longer digest. What an attempt that was broken off left behind is not valid, and in the way.
drop index concurrently if exists certificates_by_long_digest;
create index concurrently certificates_by_long_digest
  on certificates (account_id, livemode, long_digest) where long_digest is not null;
