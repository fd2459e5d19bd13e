-- locks shared_stamps: access exclusive, instant
--
-- Orders of time stamps that single calls share, besides those of batches. Whoever repeats a call with its
-- Idempotency-Key after a crash finds the order that its first attempt was part of, and nothing is bought twice.
alter table shared_stamps
  -- Null for the order of single calls.
  alter column batch_id drop not null,
  -- The mode of the calls; null for a batch, which has its own.
  add column livemode boolean,
  -- Of each leaf: the SHA-256 of the call's address, Idempotency-Key and content. Null for a call without a key.
  add column claims bytea[],
  -- The process whose calls wait for the stamp. Null once nobody waits.
  add column owner integer,
  add constraint shared_stamps_of check (
    (batch_id is null) = (livemode is not null) and (batch_id is null) = (claims is not null)) not valid;
