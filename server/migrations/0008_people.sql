-- People: what they choose for themselves, their sessions by name, second factors, forgotten passwords.

alter table accounts
  -- Null: whatever the reader's browser prefers.
  add column language              text check (language in ('es', 'en')),
  add column time_zone             text,
  add column deletion_requested_at timestamptz,
  -- When the operator closed the account for good: its keys, sessions, e-mail address and name are gone.
  add column closed_at             timestamptz,
  -- When somebody first looked at the public page of one of its certificates.
  add column page_opened_at        timestamptz;

-- A name that may be shown: it is neither the token nor its hash, and opens nothing.
alter table sessions
  add column id           text collate "C",
  add column last_seen_at timestamptz;
update sessions
   set id = 'sess_' || substr(encode(sha256(convert_to(gen_random_uuid()::text, 'UTF8')), 'hex'), 1, 22),
       last_seen_at = created_at;
alter table sessions
  alter column id set not null,
  alter column last_seen_at set not null;
create unique index sessions_by_id on sessions (account_id, id);
drop index sessions_by_account;
create index sessions_by_end on sessions (expires_at);

create table second_factors (
  account_id     text collate "C" primary key references accounts on delete cascade,
  -- Sealed under a key of the server's; null until a first code was right.
  secret         text,
  -- One that was handed out and is not confirmed yet. The one in use stays in use meanwhile.
  pending_secret text,
  -- The last step of time whose code was taken: each is good once (RFC 6238 §5.2).
  last_step      bigint not null default 0
);

-- SHA-256 of each code that is left; one that is used is gone.
create table recovery_codes (
  account_id text collate "C" not null references accounts on delete cascade,
  code_hash  bytea not null,
  primary key (account_id, code_hash)
);

-- SHA-256 of what was mailed.
create table password_resets (
  token_hash bytea primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_by_account on password_resets (account_id);

-- How often something was tried in its running window: a login for an address, from a network, a mail asked
-- for. `subject` is a hash, so that addresses that are no customers' are not kept.
drop table login_failures;
create table attempts (
  subject        bytea primary key,
  attempts       integer not null,
  window_ends_at timestamptz not null
) with (fillfactor = 50);

-- Counts one attempt under every subject, or none: then when the last of the full ones is free again. Judged
-- before the work that is being limited, so that attempts that come together cannot all slip through while the
-- first of them is still at work. Subjects are taken in order, so that two callers never wait for each other.
create function claim_attempt(p_subjects bytea[], p_ceilings integer[], p_now timestamptz, p_ends_at timestamptz)
  returns timestamptz
  language plpgsql as $$
declare
  claim record;
  counted attempts;
  free_at timestamptz;
begin
  for claim in
    select subject, ceiling from unnest(p_subjects, p_ceilings) as c (subject, ceiling) order by subject
  loop
    insert into attempts as a (subject, attempts, window_ends_at) values (claim.subject, 1, p_ends_at)
    on conflict (subject) do update set
      attempts = case when a.window_ends_at > p_now then a.attempts + 1 else 1 end,
      window_ends_at = case when a.window_ends_at > p_now then a.window_ends_at else p_ends_at end
    returning * into counted;
    if counted.attempts > claim.ceiling then
      free_at := greatest(free_at, counted.window_ends_at);
    end if;
  end loop;
  if free_at is not null then
    update attempts set attempts = attempts - 1 where subject = any (p_subjects);
  end if;
  return free_at;
end $$;
