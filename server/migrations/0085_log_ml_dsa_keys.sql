-- locks nothing
--
-- Keys of the log that sign with ML-DSA-44, beside those of Ed25519. They have a table of their own: a server of an earlier
-- version signs with every key that it finds in log_keys, and knows Ed25519 alone.
create table log_ml_dsa_keys (
  number      integer primary key check (number > 0),
  -- PKCS #8, wrapped with the master key.
  signing_key bytea not null,
  added_at    timestamptz not null,
  retired_at  timestamptz check (retired_at >= added_at),
  row_digest  bytea
);

create trigger zz_row_digest before insert or update on log_ml_dsa_keys
  for each row execute function keep_row_digest();
