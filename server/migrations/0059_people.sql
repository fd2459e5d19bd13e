-- locks accounts: share row exclusive, instant
-- locks sessions: access exclusive, instant
-- locks second_factors: access exclusive, instant
-- locks recovery_codes: access exclusive, instant
-- locks passkeys: access exclusive, instant
-- locks password_resets: access exclusive, instant
-- locks address_changes: access exclusive, instant
-- locks api_keys: access exclusive, instant
--
-- A person logs in, an account owns things, and a seat joins the two with a role. Until now an account was all of it.
--
-- Programs of the last release know accounts alone: what they read and write of an account is kept in step with its first
-- owner, the person whose id has the same end (acct_X, per_X), for as long as that person owns the account. The old columns
-- and the triggers go with a later contract.

create table people (
  id                  text collate "C" primary key,
  -- In NFC. The id of a person who lost the address to somebody who proved to own it.
  email               text not null,
  name                text not null,
  -- Null: whatever the reader's browser prefers.
  language            text check (language in ('es', 'en')),
  time_zone           text,
  -- Null for a person made by an operator who has no password yet.
  password_hash       text,
  -- Null: somebody signed up with this address where no mail is sent, and has not proved to own it.
  email_proven_at     timestamptz,
  -- The last login with a second factor or from a known device.
  proven_login_at     timestamptz,
  -- Set by a password reset until the keys are reviewed: the last proven login before it.
  keys_in_doubt_since timestamptz,
  created_at          timestamptz not null,
  -- Accounts that this person ever opened, those that were closed or handed over included.
  accounts_opened     integer not null default 0
);
create unique index people_address on people (lower(email));

create table seats (
  account_id   text collate "C" not null references accounts on delete cascade,
  person_id    text collate "C" not null references people on delete cascade,
  role         text not null
    check (role in ('owner', 'admin', 'developer', 'certifier', 'registrar', 'approver', 'viewer')),
  created_at   timestamptz not null,
  -- The person or key that invited; null for whoever opened the account.
  invited_by   text collate "C",
  -- To the minute. The newest is the account that the person used last.
  last_seen_at timestamptz,
  primary key (account_id, person_id)
);
create index seats_by_person on seats (person_id);

create table invitations (
  id          text collate "C" primary key,
  account_id  text collate "C" not null references accounts on delete cascade,
  email       text not null,
  role        text not null
    check (role in ('owner', 'admin', 'developer', 'certifier', 'registrar', 'approver', 'viewer')),
  -- SHA-256 of what was mailed.
  secret_hash bytea not null,
  -- A person or a key.
  invited_by  text collate "C" not null,
  created_at  timestamptz not null,
  expires_at  timestamptz not null,
  accepted_at timestamptz,
  revoked_at  timestamptz
);
create unique index invitations_by_secret on invitations (secret_hash);
create index invitations_by_account on invitations (account_id, created_at);

-- As in 0058: a value that was not written by Sello is found. What older programs write of a person goes through the triggers
-- below, in their own sessions, which are named 'sello' too.
alter table people      add column row_digest bytea;
alter table seats       add column row_digest bytea;
alter table invitations add column row_digest bytea;
create trigger zz_row_digest before insert or update on people      for each row execute function keep_row_digest();
create trigger zz_row_digest before insert or update on seats       for each row execute function keep_row_digest();
create trigger zz_row_digest before insert or update on invitations for each row execute function keep_row_digest();

-- Null: nobody knows.
alter table api_keys add column created_by text collate "C";

create function first_owner_of(p_account_id text) returns text
  language sql immutable return 'per_' || substr(p_account_id, 6);
create function first_account_of(p_person_id text) returns text
  language sql immutable return 'acct_' || substr(p_person_id, 5);

create function owns_first_account(p_person_id text) returns boolean
  language sql stable return exists (
    select from seats s
     where s.account_id = first_account_of(p_person_id) and s.person_id = p_person_id and s.role = 'owner'
  );

-- An older program makes an account: its person and seat come with it. The address of a person who has no account of the
-- same name is taken, which such a program is told in the way that it knows: the account is not made.
create function refuse_taken_address() returns trigger
  language plpgsql as $$
begin
  if exists (
    select from people p
     where lower(p.email) = lower(normalize(new.email, NFC)) and p.id <> first_owner_of(new.id)
  ) then
    return null;
  end if;
  return new;
end $$;
create trigger accounts_address_taken before insert on accounts
  for each row when (new.email <> new.id) execute function refuse_taken_address();

create function make_first_owner_of(p_account accounts) returns void
  language plpgsql as $$
declare
  v_email text := case when p_account.email = p_account.id then first_owner_of(p_account.id)
                       else normalize(p_account.email, NFC) end;
begin
  -- Two older addresses may differ only in how an accent is written.
  if exists (select from people p where lower(p.email) = lower(v_email)) then
    v_email := p_account.email;
  end if;
  insert into people (id, email, name, language, time_zone, password_hash, email_proven_at, proven_login_at,
                      keys_in_doubt_since, created_at, accounts_opened)
  values (first_owner_of(p_account.id), v_email, p_account.name, p_account.language, p_account.time_zone,
          p_account.password_hash, p_account.email_proven_at, p_account.proven_login_at, p_account.keys_in_doubt_since,
          p_account.created_at, 1)
  on conflict (id) do nothing;
  if found then
    perform write_audit(first_owner_of(p_account.id), p_account.created_at, 'person.create', 'operator', 'operator',
                        null, null, null, '{}');
  end if;
  insert into seats (account_id, person_id, role, created_at)
  values (p_account.id, first_owner_of(p_account.id), 'owner', p_account.created_at)
  on conflict do nothing;
end $$;

create function make_first_owner() returns trigger
  language plpgsql as $$
begin
  perform make_first_owner_of(new);
  return null;
end $$;
create trigger accounts_made after insert on accounts
  for each row when (new.email <> new.id) execute function make_first_owner();

create function first_owner_follows() returns trigger
  language plpgsql as $$
declare
  v_email text;
begin
  if new.email is distinct from old.email then
    v_email := case when new.email = new.id then first_owner_of(new.id) else normalize(new.email, NFC) end;
  end if;
  update people p
     set email = coalesce(v_email, p.email), password_hash = new.password_hash,
         language = new.language, email_proven_at = new.email_proven_at, proven_login_at = new.proven_login_at,
         keys_in_doubt_since = new.keys_in_doubt_since
   where p.id = first_owner_of(new.id) and owns_first_account(p.id)
     and (p.email, p.password_hash, p.language, p.email_proven_at, p.proven_login_at, p.keys_in_doubt_since)
         is distinct from (coalesce(v_email, p.email), new.password_hash, new.language, new.email_proven_at,
                           new.proven_login_at, new.keys_in_doubt_since);
  return null;
end $$;
create trigger accounts_person_changed
  after update of email, password_hash, language, email_proven_at, proven_login_at, keys_in_doubt_since on accounts
  for each row execute function first_owner_follows();

create function first_account_follows() returns trigger
  language plpgsql as $$
begin
  update accounts a
     set email = case when new.email = new.id then a.id else new.email end, password_hash = new.password_hash,
         language = new.language, email_proven_at = new.email_proven_at, proven_login_at = new.proven_login_at,
         keys_in_doubt_since = new.keys_in_doubt_since
   where a.id = first_account_of(new.id) and a.closed_at is null and owns_first_account(new.id)
     and (a.email, a.password_hash, a.language, a.email_proven_at, a.proven_login_at, a.keys_in_doubt_since)
         is distinct from (case when new.email = new.id then a.id else new.email end, new.password_hash, new.language,
                           new.email_proven_at, new.proven_login_at, new.keys_in_doubt_since);
  return null;
end $$;
create trigger people_changed
  after update of email, password_hash, language, email_proven_at, proven_login_at, keys_in_doubt_since on people
  for each row execute function first_account_follows();

-- What somebody logs in with belongs to the person. `account_id` stays for older programs, and is empty for a person who
-- does not own the account of the same name: such a program must not let them in.
alter table sessions        add column person_id text collate "C" references people on delete cascade;
alter table second_factors  add column person_id text collate "C" references people on delete cascade;
alter table recovery_codes  add column person_id text collate "C" references people on delete cascade;
alter table passkeys        add column person_id text collate "C" references people on delete cascade;
alter table password_resets add column person_id text collate "C" references people on delete cascade;
alter table address_changes add column person_id text collate "C" references people on delete cascade;

create function belong_to_person() returns trigger
  language plpgsql as $$
begin
  if new.person_id is null then
    new.person_id := first_owner_of(new.account_id);
    -- An older program logs somebody in whom the next migration has not reached yet.
    if not exists (select from people p where p.id = new.person_id) then
      perform make_first_owner_of(a) from accounts a where a.id = new.account_id;
    end if;
  elsif new.account_id is null and owns_first_account(new.person_id) then
    new.account_id := first_account_of(new.person_id);
  end if;
  return new;
end $$;
create trigger sessions_belong        before insert on sessions        for each row execute function belong_to_person();
create trigger second_factors_belong  before insert on second_factors  for each row execute function belong_to_person();
create trigger recovery_codes_belong  before insert on recovery_codes  for each row execute function belong_to_person();
create trigger passkeys_belong        before insert on passkeys        for each row execute function belong_to_person();
create trigger password_resets_belong before insert on password_resets for each row execute function belong_to_person();
create trigger address_changes_belong before insert on address_changes for each row execute function belong_to_person();
