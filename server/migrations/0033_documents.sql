-- Documents of the second product: diplomas, constancias de vigencia and transcripts; and the look of a council, which
-- they are printed with.

create table councils (
  account_id text collate "C" primary key references accounts on delete cascade,
  -- As printed; without one, the name of the account.
  name       text,
  -- #rrggbb.
  color      text not null default '#1d3a5f',
  accent     text not null default '#a8842c',
  -- SHA-256 in hexadecimal of an image below.
  logo       text,
  -- [{ name, office, image }], two at most.
  signatures jsonb not null default '[]',
  updated_at timestamptz not null
);

-- As they go into a PDF: the pixels of a PNG deflated once, a JPEG without its metadata. A document that is written
-- down names its images by hash, so that it has the same bytes whenever it is made.
create table council_images (
  account_id text collate "C" not null references accounts on delete cascade,
  sha256     text collate "C" not null,
  kind       text not null check (kind in ('pixels', 'jpeg')),
  width      integer not null,
  height     integer not null,
  channels   integer not null check (channels in (1, 3)),
  bytes      bytea not null,
  -- One byte for each pixel, deflated; null where all are opaque.
  alpha      bytea,
  created_at timestamptz not null,
  primary key (account_id, sha256)
);

create table documents (
  id             text collate "C" primary key,
  account_id     text collate "C" not null references accounts on delete cascade,
  livemode       boolean not null,
  kind           text not null check (kind in ('diploma', 'constancia', 'transcript')),
  member_id      text collate "C" not null references members,
  award_id       text collate "C" references awards,
  renewal_id     text collate "C" references renewals,
  -- Of a transcript: what was asked for.
  asked          jsonb,
  -- { type, id } of whoever asked for it.
  requested_by   jsonb not null,
  status         text not null default 'queued' check (status in ('queued', 'certified', 'failed')),
  error          text,
  message        jsonb,
  -- Written down together, before the PDF is made: the same document is finished after a crash, and never a second one.
  folio          text,
  code           text collate "C",
  content        jsonb,
  -- The process that is making it.
  claimed_by     integer,
  attempts       integer not null default 0,
  due_at         timestamptz not null,
  certificate_id text collate "C",
  -- Why a diploma is issued anew.
  reason         text,
  replaced_by    text collate "C",
  -- When the person was made nobody: the file is gone.
  erased_at      timestamptz,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  check (status <> 'certified' or (certificate_id is not null and code is not null)),
  check ((code is null) = (content is null) or erased_at is not null)
);
create unique index documents_code on documents (code) where code is not null;
create unique index documents_folio on documents (account_id, livemode, folio) where folio is not null;
create index documents_due on documents (due_at, id) where status = 'queued';
-- One that is good, and one that is being made.
create unique index documents_of_award on documents (award_id, (status = 'certified'))
  where award_id is not null and replaced_by is null;
create unique index documents_of_renewal on documents (renewal_id) where renewal_id is not null;
create index documents_by_member on documents (member_id, id desc);

-- Whether the awards of a roster get diplomas, and how many were queued with it.
alter table postings add column wants_diplomas boolean not null default false;
alter table postings add column diplomas integer not null default 0;

-- Whether the approval makes a constancia de vigencia.
alter table renewals add column wants_constancia boolean not null default false;
