-- Programs: rules as data, one row for each version.

create table programs (
  id          text collate "C" primary key,
  account_id  text collate "C" not null references accounts on delete cascade,
  livemode    boolean not null,
  name        text not null,
  unit        text not null,
  status      text not null check (status in ('draft', 'active', 'retired')),
  -- The newest; a draft stays at 1.
  version     integer not null default 1,
  external_id text,
  metadata    jsonb not null default '{}',
  created_at  timestamptz not null,
  updated_at  timestamptz not null
);
create index programs_newest on programs (account_id, livemode, id desc);
create unique index programs_external_id on programs (account_id, livemode, external_id) where external_id is not null;

create table program_versions (
  program_id text collate "C" not null references programs on delete cascade,
  version    integer not null,
  rules      jsonb not null,
  checklist  jsonb not null,
  created_at timestamptz not null,
  primary key (program_id, version)
);
