-- Keys that encrypt original files, one per account, each wrapped with a master key that is kept elsewhere.

create table blob_keys (
  account_id text collate "C" primary key references accounts (id),
  -- Tells which master key wraps it: the start of a hash of that key.
  master_id  text collate "C" not null,
  -- Nonce, key and tag of AES-256-GCM, bound to the account.
  wrapped    bytea not null check (length(wrapped) = 60),
  created_at timestamptz not null
);
