-- A membership is one member in one program: a chain of terms.

create table memberships (
  id                text collate "C" primary key,
  account_id        text collate "C" not null references accounts on delete cascade,
  livemode          boolean not null,
  member_id         text collate "C" not null references members,
  program_id        text collate "C" not null references programs,
  starts_on         date not null,
  first_term_number integer not null default 1,
  tracks            text[] not null default '{}',
  status            text not null check (status in ('active', 'suspended', 'ended')),
  suspended_on      date,
  suspend_reason    text,
  ended_on          date,
  end_reason        text,
  external_id       text,
  metadata          jsonb not null default '{}',
  created_at        timestamptz not null,
  updated_at        timestamptz not null,
  -- Caches, all of them derived from the rows beside this one and checked by fsck: so that a list by standing is a
  -- range of days. `effective_status` knows the member's own; `term_id` is the newest term; `valid_until` its end or
  -- that of its extension; `lapses_on` the first day without standing, infinity while a renewal that was asked for
  -- in time waits for its decision. Terms begin in the past or right after the one before, so a membership that has
  -- not begun is told by `starts_on`.
  effective_status  text not null check (effective_status in ('active', 'suspended', 'ended')),
  term_id           text collate "C" not null,
  valid_until       date not null,
  lapses_on         date not null
);
create index memberships_newest on memberships (account_id, livemode, id desc);
create index memberships_by_member on memberships (member_id, id);
create index memberships_by_program on memberships (program_id, id);
create unique index memberships_one_open on memberships (member_id, program_id) where status <> 'ended';
create unique index memberships_external_id on memberships (account_id, livemode, external_id)
  where external_id is not null;
-- With all columns of the standing filters, so that matches are found and counted without reading the table.
create index memberships_by_standing on memberships
  (account_id, livemode, effective_status, lapses_on, valid_until, starts_on, program_id, id);

create table membership_terms (
  id              text collate "C" primary key,
  account_id      text collate "C" not null references accounts on delete cascade,
  livemode        boolean not null,
  membership_id   text collate "C" not null references memberships,
  number          integer not null,
  program_version integer not null,
  tracks          text[] not null,
  starts_on       date not null,
  ends_on         date not null,
  extended_until  date,
  extend_reason   text,
  -- requirement → { min_points, reason }, points in hundredths.
  waivers         jsonb not null default '{}',
  -- code → { done, done_on, note, certificate_id }
  checklist       jsonb not null default '{}',
  -- The renewal that decided it. Null: open.
  renewal_id      text collate "C",
  -- Opened by a renewal that was annulled.
  is_void         boolean not null default false,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- Caches of the evaluation, renewed by whatever changes it and checked by fsck. Points in hundredths.
  met             boolean not null,
  counted         bigint not null,
  missing_points  bigint not null,
  -- Moved to another version of the rules; the caches follow in the background.
  is_stale        boolean not null default false
);
create index membership_terms_stale on membership_terms (membership_id) where is_stale;
create unique index membership_terms_number on membership_terms (membership_id, number) where not is_void;

-- Approved points, one chain of hashes for each member: what counts is worked out from these rows.
create table ledger_entries (
  member_id    text collate "C" not null references members,
  seq          integer not null,
  kind         text not null check (kind in ('award', 'reversal')),
  award_id     text collate "C" not null,
  -- [{ program_id, category, points }], byte for byte as hashed.
  lines        json not null,
  completed_on date not null,
  at           timestamptz not null,
  prev_hash    bytea not null,
  hash         bytea not null,
  primary key (member_id, seq)
);
create function refuse_ledger_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'ledger_entries is append-only';
end $$;
create trigger ledger_entries_append_only before update on ledger_entries
  for each statement execute function refuse_ledger_change();
