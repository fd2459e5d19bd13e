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
  -- Lower-case and without accents: title, code, provider and folio for `q`; the provider's name alone.
  search_text            text not null,
  provider_search        text not null,
  created_at             timestamptz not null,
  updated_at             timestamptz not null
);
create index courses_newest on courses (account_id, livemode, id desc);
create unique index courses_folio on courses (account_id, livemode, folio) where folio is not null;
create unique index courses_external_id on courses (account_id, livemode, external_id)
  where external_id is not null and status not in ('refused', 'cancelled');

-- Without the extension, lists are searched row by row.
do $$
begin
  create index courses_by_text on courses using gin (account_id, search_text gin_trgm_ops);
exception
  when undefined_object then
    raise notice 'Courses are searched without an index: %', sqlerrm;
end $$;
