-- Sign-ups that wait for their e-mail address to be proved, and which accounts have proved theirs.

alter table accounts
  -- Null: somebody signed up with this address where no mail is sent, and has not proved to own it.
  add column if not exists email_proven_at     timestamptz,
  -- The last login with a second factor or from a known device.
  add column if not exists proven_login_at     timestamptz,
  -- Set by a password reset until the owner has reviewed the keys: the last proven login before it.
  add column if not exists keys_in_doubt_since timestamptz;

-- Accounts from before were accepted as they were, and go on as they were.
update accounts set email_proven_at = created_at where email_proven_at is null;

-- No account exists yet, so that nobody is kept from an address by somebody who does not own it.
create table if not exists sign_ups (
  -- SHA-256 of what was mailed.
  token_hash bytea primary key,
  email      text not null,
  name       text not null,
  language   text check (language in ('es', 'en')),
  time_zone  text,
  expires_at timestamptz not null
);
create index if not exists sign_ups_by_email on sign_ups (lower(email));
