-- The member's own page: how a member gets in, what a member reports and asks for, and the mails that remind of an end.

-- A member is an actor too. Rows from before have the narrower set, so there is nothing to look through.
alter table audit_events drop constraint audit_events_actor_type_check;
alter table audit_events add constraint audit_events_actor_type_check
  check (actor_type in ('person', 'operator', 'key', 'member')) not valid;

alter table councils
  -- Whether members are written to before their term ends.
  add column remind_members boolean not null default false,
  -- The privacy notice that members agree to on their own page: { version, url }.
  add column privacy_notice jsonb;

-- A link that a registrar hands over: one for each member, gone once it was used.
create table member_links (
  member_id  text collate "C" primary key references members on delete cascade,
  account_id text collate "C" not null references accounts on delete cascade,
  -- SHA-256 of 32 random bytes.
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Codes that were mailed, or would have been: an address that nobody has gets a row like any other.
create table member_codes (
  account_id text collate "C" not null references accounts on delete cascade,
  -- Keyed hash of what the code proves: an address that somebody wants to log in with, or a member's new one.
  subject    bytea not null,
  -- Keyed hash: six digits could be guessed from a plain one.
  code_mac   bytea not null,
  tries      integer not null default 0,
  -- Of a new address: whose it is to be, and which.
  member_id  text collate "C" references members on delete cascade,
  email      text,
  expires_at timestamptz not null,
  primary key (account_id, subject)
);
create index member_codes_by_member on member_codes (member_id) where member_id is not null;

create table member_sessions (
  token_hash bytea primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  member_id  text collate "C" not null references members on delete cascade,
  -- Whoever came by a link has not shown that the mailbox is theirs.
  opened_by  text not null check (opened_by in ('code', 'link')),
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index member_sessions_by_member on member_sessions (member_id);

-- Files that members sent as evidence. The row is written before the file is certified and counts from then on.
create table member_evidence (
  id             text collate "C" primary key,
  account_id     text collate "C" not null references accounts on delete cascade,
  livemode       boolean not null,
  member_id      text collate "C" not null references members on delete cascade,
  -- Null until it is certified.
  certificate_id text collate "C",
  -- Null until an activity was reported with it.
  award_id       text collate "C" references awards,
  created_at     timestamptz not null
);
create index member_evidence_by_member on member_evidence (member_id, created_at);

-- Corrections of names and identifiers that members ask for and a registrar decides.
create table member_requests (
  id              text collate "C" primary key,
  account_id      text collate "C" not null references accounts on delete cascade,
  livemode        boolean not null,
  member_id       text collate "C" not null references members on delete cascade,
  fields          text[] not null,
  -- The wanted values, sealed: a CURP may be among them. Null once it is decided.
  sealed          text,
  status          text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  decided_by      text,
  decided_at      timestamptz,
  decision_reason text,
  -- When the member was written that it is decided, or would have been; claimed before the mail is sent.
  told_at         timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  check ((status = 'pending') = (decided_at is null))
);
create index member_requests_listed on member_requests (account_id, livemode, id desc);
-- One at a time: a second one replaces nothing that somebody may be deciding.
create index member_requests_untold on member_requests (decided_at) where decided_at is not null and told_at is null;
create unique index member_requests_pending on member_requests (member_id) where status = 'pending';

-- Mails that remind a member, claimed before they are sent: a crash in between costs the mail, never a second one.
create table member_reminders (
  term_id     text collate "C" not null references membership_terms on delete cascade,
  -- An extension moves the end: its days are counted anew.
  valid_until date not null,
  days        integer not null,
  account_id  text collate "C" not null references accounts on delete cascade,
  member_id   text collate "C" not null references members on delete cascade,
  claimed_at  timestamptz not null,
  primary key (term_id, valid_until, days)
);
create index member_reminders_by_member on member_reminders (member_id);
