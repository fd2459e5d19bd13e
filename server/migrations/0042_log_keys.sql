-- Further keys of the log. The one that it began with lies in log_state, as number 1. Every key that is not retired signs
-- every checkpoint, so that one can take over from another: both sign for a while, then the older one is retired. What it
-- signed stays signed, so no key is ever removed.
create table log_keys (
  number      integer primary key check (number > 1),
  -- Ed25519, PKCS #8, wrapped with the master key.
  signing_key bytea not null,
  added_at    timestamptz not null,
  retired_at  timestamptz check (retired_at >= added_at)
);

alter table log_state add column first_key_retired_at timestamptz;
