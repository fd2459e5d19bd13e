-- locks certificates: share update exclusive, reads 100 million rows in 5 min
-- outside a transaction
--
-- An account adopts a constancia once in each mode. What an attempt that was broken off left behind is not valid, and in the
-- way.
drop index concurrently if exists certificates_adopted_token;
create unique index concurrently certificates_adopted_token
  on certificates (account_id, livemode, adopted_token) where adopted_token is not null;
