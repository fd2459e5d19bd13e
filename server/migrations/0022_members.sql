-- Members. CURP and RFC are sealed, and found by a keyed hash: a dump of this table shows neither.

create table members (
  id                   text collate "C" primary key,
  account_id           text collate "C" not null references accounts on delete cascade,
  livemode             boolean not null,
  member_number        text not null,
  given_name           text not null,
  first_surname        text not null,
  second_surname       text,
  email                text,
  -- The one spelling that addresses are matched by.
  email_key            text,
  phone                text,
  curp_sealed          text,
  curp_mac             bytea,
  rfc_sealed           text,
  rfc_mac              bytea,
  professional_license text,
  specialty            text,
  specialty_license    text,
  locale               text not null default 'es',
  member_since         date,
  status               text not null check (status in ('active', 'suspended', 'deceased', 'anonymised')),
  suspended_on         date,
  suspend_reason       text,
  consent              jsonb,
  public_profile       boolean not null default false,
  public_fields        text[] not null default '{}',
  -- The address of the public page, 128 random bits.
  public_code          text collate "C" not null,
  -- Names and number, lower-case and without accents, for `q`.
  search_text          text not null,
  external_id          text,
  metadata             jsonb not null default '{}',
  created_at           timestamptz not null,
  updated_at           timestamptz not null
);
create index members_newest on members (account_id, livemode, id desc);
-- Nearly all are active; the others are found by this.
create index members_by_status on members (account_id, livemode, status, id desc) where status <> 'active';
create unique index members_number on members (account_id, livemode, member_number);
create unique index members_external_id on members (account_id, livemode, external_id) where external_id is not null;
create unique index members_curp on members (account_id, livemode, curp_mac) where curp_mac is not null;
create unique index members_rfc on members (account_id, livemode, rfc_mac) where rfc_mac is not null;
create unique index members_license on members (account_id, livemode, professional_license)
  where professional_license is not null;
create index members_email on members (account_id, livemode, email_key) where email_key is not null;
create unique index members_public_code on members (public_code);

-- Finds a part of a name without looking at every row; see 0009_usage.sql for what happens without the extensions.
do $$
begin
  create extension if not exists pg_trgm;
  create extension if not exists btree_gin;
  create index members_by_text on members
    using gin (account_id, search_text gin_trgm_ops) with (gin_pending_list_limit = 1024);
exception
  when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
    raise notice 'Members are searched without an index: %', sqlerrm;
end $$;

-- Rows that were posted together, of a roster or an import, kept for 90 days to be looked at and mended.
create table postings (
  id         text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  livemode   boolean not null,
  kind       text not null check (kind in ('roster', 'import')),
  course_id  text collate "C",
  -- The key that posted it; null for a person in the dashboard.
  key_id     text collate "C",
  status     text not null,
  rows       integer not null,
  created    integer not null,
  updated    integer not null default 0,
  duplicate  integer not null,
  rejected   integer not null,
  -- The columns as they were posted, for the table of problems; those of them that nobody asked for.
  columns    text[] not null,
  ignored    text[] not null default '{}',
  -- Of a table: what it was read as.
  encoding   text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index postings_newest on postings (account_id, livemode, kind, id desc);
create index postings_by_course on postings (course_id, id desc) where course_id is not null;

create table posted_rows (
  posting_id text collate "C" not null references postings on delete cascade,
  number     integer not null,
  status     text not null,
  record_id  text collate "C",
  -- Whom the row is about, where that is known: their rows are blanked when they are anonymised.
  member_id  text collate "C",
  error      text,
  message    jsonb,
  -- The row as posted, sealed: it holds identifiers of people. Null once it is blanked.
  sealed     text,
  primary key (posting_id, number)
);
create index posted_rows_by_member on posted_rows (member_id) where member_id is not null;
create index postings_oldest on postings (created_at);
