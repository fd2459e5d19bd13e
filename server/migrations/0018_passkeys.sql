-- Passkeys (WebAuthn): each logs its owner in alone, and is a second factor after the password.

create table if not exists passkeys (
  id            text collate "C" primary key,
  account_id    text collate "C" not null references accounts on delete cascade,
  -- Chosen by the authenticator; unique everywhere, so that an answer names one passkey.
  credential_id bytea not null unique,
  -- COSE_Key. Nothing here is secret.
  public_key    bytea not null,
  -- The signature counter of the last answer; 0 for authenticators that count none.
  counter       bigint not null check (counter >= 0),
  -- How browsers reach the authenticator (usb, internal, hybrid …), as they said.
  transports    text[] not null,
  name          text not null check (char_length(name) between 1 and 60),
  -- Whether the owner's other devices have it too.
  is_backed_up  boolean not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz
);
create index if not exists passkeys_by_account on passkeys (account_id);

-- What an authenticator is asked to sign. A row is used up by the answer that fits it; a new challenge replaces the
-- one that the same session or browser had for the same purpose.
create table if not exists passkey_challenges (
  -- SHA-256 of the session's id, or of the cookie of a browser that is not logged in.
  holder         bytea not null,
  purpose        text not null check (purpose in ('add', 'log_in', 'prove')),
  challenge_hash bytea not null,
  expires_at     timestamptz not null,
  primary key (holder, purpose)
);
create index if not exists passkey_challenges_by_end on passkey_challenges (expires_at);
