-- locks certificates: share update exclusive, reads 100 million rows in 5 min
-- outside a transaction
--
-- Finds certificates by their tags. Few have any, and building it reads all of them once, while nobody waits. Writing a
-- certificate does not touch it: tags are given later. What an attempt that was broken off left behind is not valid, and in
-- the way.
drop index concurrently if exists certificates_by_tag;
create index concurrently certificates_by_tag
  on certificates using gin (tag_terms(account_id, livemode, tags)) where tags is not null;
