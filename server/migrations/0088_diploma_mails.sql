-- locks documents: share row exclusive, instant
-- locks accounts: share row exclusive, instant
--
-- Diplomas that are mailed to their members. Each is claimed before it is sent, so that none is sent twice.
create table diploma_mails (
  document_id text collate "C" primary key references documents on delete cascade,
  account_id  text collate "C" not null references accounts on delete cascade,
  course_id   text collate "C" not null,
  asked_at    timestamptz not null,
  claimed_at  timestamptz,
  row_digest  bytea
);
create trigger zz_row_digest before insert or update on diploma_mails for each row execute function keep_row_digest();
create index diploma_mails_waiting on diploma_mails (asked_at, document_id) where claimed_at is null;
create index diploma_mails_of_course on diploma_mails (course_id);
