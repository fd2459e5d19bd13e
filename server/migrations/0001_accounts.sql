-- Accounts, the people's sessions in the dashboard, and failed logins.
-- Ids are compared as bytes (collate "C"): they are made to sort by age in any database, whatever its locale.

create table accounts (
  id                  text collate "C" primary key,
  email               text not null,
  name                text not null,
  -- Null for an account made by an operator that has no password yet.
  password_hash       text,
  -- Live certificates that may still be made. Reserved ones are already taken off.
  certificates_left   integer not null check (certificates_left >= 0),
  -- Ceilings for the keys of this account; null means the operator's default.
  max_rate_per_minute integer check (max_rate_per_minute > 0),
  max_monthly_quota   integer check (max_monthly_quota > 0),
  created_at          timestamptz not null
);
create unique index accounts_email on accounts (lower(email));

create table sessions (
  -- SHA-256 of the cookie: whoever reads this table cannot log in with it.
  token_hash   bytea primary key,
  account_id   text collate "C" not null references accounts on delete cascade,
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  user_agent   text,
  ip           text
);
create index sessions_by_account on sessions (account_id);

-- One row per e-mail address that somebody tries to guess the password of, known to us or not.
create table login_failures (
  email_hash    bytea primary key,
  failures      integer not null,
  window_ends_at timestamptz not null
);
