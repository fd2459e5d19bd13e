-- Changes of an account's e-mail address that wait for the new one to be proved, and where reset links were mailed to.

create table if not exists address_changes (
  -- SHA-256 of what was mailed.
  token_hash bytea primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  email      text not null,
  -- SHA-256 of the account's address and password hash at the time: a change of either ends this one.
  basis      bytea not null,
  expires_at timestamptz not null
);
create index if not exists address_changes_by_account on address_changes (account_id);

-- A reset link works only while the account still has this address. Null: made by a server of the version before.
alter table password_resets add column if not exists email text;
