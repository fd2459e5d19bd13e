-- The signing certificates of time stamps, once per chain: a provider signs millions of stamps with one, and with it
-- in every row each was compressed, and was a third of what a certificate took.

create table signing_chains (
  -- Of the DER certificates one after the other, from the signer up to the root.
  sha256 bytea primary key check (length(sha256) = 32),
  chain  bytea[] not null
);

-- Rows of earlier versions, also of one that still runs beside this, have their chain in themselves.
alter table certificate_tokens
  add column chain_sha256 bytea,
  alter column chain drop not null,
  add check ((chain is null) <> (chain_sha256 is null)) not valid;
