-- Courses: proposed, accredited with a folio that fixes what they are worth, closed.

create table courses (
  id                     text collate "C" primary key,
  account_id             text collate "C" not null references accounts on delete cascade,
  livemode               boolean not null,
  code                   text,
  title                  text not null,
  description            text,
  provider_name          text,
  provider_contact       text,
  modality               text not null check (modality in ('in_person', 'online', 'hybrid', 'self_paced')),
  place                  text,
  starts_on              date not null,
  ends_on                date,
  -- In hundredths, like points.
  hours                  bigint,
  -- [{ program_id, role, category, points }], points in hundredths.
  points                 jsonb not null default '[]',
  min_attendance_percent bigint,
  min_score              bigint,
  claim_until            date,
  capacity               integer,
  status                 text not null check (status in ('proposed', 'accredited', 'closed', 'refused', 'cancelled')),
  folio                  text,
  accredited_on          date,
  valid_until            date,
  decided_by             text,
  decision_reason        text,
  external_id            text,
  metadata               jsonb not null default '{}',
  search_text            text not null,
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);
create index courses_newest on courses (account_id, livemode, id desc);
create unique index courses_folio on courses (account_id, livemode, folio) where folio is not null;
create unique index courses_external_id on courses (account_id, livemode, external_id)
  where external_id is not null and status not in ('refused', 'cancelled');
