-- locks certificates: access exclusive, instant
-- locks accounts: share row exclusive, instant
-- locks councils: access exclusive, instant
--
-- PDFs with a time stamp inside: with the certificate of a PDF its owner may order a sealed copy, which is certified too.
alter table certificates
  -- What was asked for, `pdf` or `pdf_if_possible`; null if no sealed copy was.
  add column seal text,
  -- Of a sealed copy: the certificate of the PDF that was sealed.
  add column sealed_from text collate "C",
  alter column seal set statistics 10,
  alter column sealed_from set statistics 10;

-- Whether documents that the council issues get a sealed copy; null means no.
alter table councils add column seals_documents boolean;

create table pdf_seals (
  account_id     text collate "C" not null references accounts on delete cascade,
  -- The certificate of the PDF that is sealed.
  certificate_id text collate "C" not null,
  livemode       boolean not null,
  -- A live one that is queued holds one certificate of the allowance, for the copy.
  status         text not null check (status in ('queued', 'sealed', 'refused', 'failed')),
  -- Why it was refused or failed.
  reason         text,
  -- The ids are given from the start, so that a provider charges an order that is repeated only once: that of the copy's
  -- certificate, and that of the stamp inside it.
  copy_id        text collate "C" not null,
  order_id       text collate "C" not null,
  -- What tells one file from another inside it (ISO 32000-2 §14.4), so that a repeated attempt makes the same bytes.
  file_id        bytea not null check (length(file_id) = 16),
  -- The person who ordered it; null for a key, which the certificate names, and for documents issued here.
  ordered_by     jsonb,
  -- The stamp inside, once it was bought, with its chain from the signer up to the root.
  tsr            bytea,
  chain          bytea[],
  -- The process that is at it, how often it was tried, and when it is tried next.
  claimed_by     integer,
  attempts       integer not null default 0,
  due_at         timestamptz not null,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  row_digest     bytea,
  primary key (account_id, certificate_id),
  check ((tsr is null) = (chain is null)),
  check ((reason is not null) = (status in ('refused', 'failed')))
);
create trigger zz_row_digest before insert or update on pdf_seals for each row execute function keep_row_digest();
create unique index pdf_seals_by_copy on pdf_seals (account_id, copy_id);
create index pdf_seals_due on pdf_seals (due_at) where status = 'queued';
