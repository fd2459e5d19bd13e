-- Awards: points for a course or another activity, decided by the council. Approved ones are in the ledger.

create table awards (
  id                 text collate "C" primary key,
  account_id         text collate "C" not null references accounts on delete cascade,
  livemode           boolean not null,
  member_id          text collate "C" not null references members,
  course_id          text collate "C" references courses,
  -- { title, provider, kind }, where there is no course.
  activity           jsonb,
  role               text not null,
  completed_on       date not null,
  hours              bigint,
  attendance_percent bigint,
  score              bigint,
  -- [{ program_id, category, points }], points in hundredths.
  points             jsonb not null,
  evidence           jsonb not null default '[]',
  status             text not null check (status in ('pending', 'approved', 'revoked', 'rejected', 'withdrawn')),
  decided_by         text,
  decided_at         timestamptz,
  decision_reason    text,
  posting_id         text collate "C",
  -- The ledger entry of the approval.
  entry_seq          integer,
  external_id        text,
  metadata           jsonb not null default '{}',
  created_at         timestamptz not null,
  updated_at         timestamptz not null,
  check ((course_id is null) <> (activity is null))
);
create index awards_newest on awards (account_id, livemode, id desc);
create index awards_by_status on awards (account_id, livemode, status, id desc);
create index awards_by_member on awards (member_id, id desc);
create unique index awards_once on awards (course_id, member_id, role)
  where course_id is not null and status in ('pending', 'approved');
create index awards_by_course on awards (course_id, id desc) where course_id is not null;
create index awards_by_posting on awards (posting_id, id desc) where posting_id is not null;
create unique index awards_external_id on awards (account_id, livemode, external_id)
  where external_id is not null and status not in ('rejected', 'withdrawn', 'revoked');

-- For filters, and to know whether a category is in use.
create table award_lines (
  program_id text collate "C" not null,
  category   text collate "C" not null,
  award_id   text collate "C" not null references awards on delete cascade,
  primary key (program_id, category, award_id)
);
-- When an award changes, and when one is deleted with its account.
create index award_lines_by_award on award_lines (award_id);
