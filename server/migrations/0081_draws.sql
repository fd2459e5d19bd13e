-- locks accounts: share row exclusive, instant
-- locks programs: share row exclusive, instant
-- locks memberships: share row exclusive, instant
-- locks member_evidence: access exclusive, instant
--
-- Draws: which members of a program are reviewed. A draw is sealed with its candidates before the block exists whose hash
-- decides, so that nobody chose who was drawn.
create table draws (
  id            text collate "C" primary key,
  account_id    text collate "C" not null references accounts on delete cascade,
  livemode      boolean not null,
  program_id    text collate "C" not null references programs,
  name          text not null,
  starts_on     date not null,
  ends_on       date not null check (ends_on >= starts_on),
  -- Hundredths of a per cent, or so many members.
  share         integer check (share between 1 and 10000),
  most          integer check (most > 0),
  evidence_days integer not null,
  -- For the members who are drawn.
  instructions  text,
  status        text not null check (status in ('draft', 'sealing', 'sealed', 'drawn', 'cancelled')),
  -- Given when it is sealed, and never again: a draw that was sealed stays, cancelled or not.
  number        integer,
  sealed_by     jsonb,
  candidates    integer,
  -- Named by the process that follows the chain. The document is fixed in the same statement, and certified under this code.
  network       text,
  trust         text,
  finality      text,
  from_block    bigint,
  code          text unique,
  document      text,
  -- Why it could not be certified yet, and when it is tried again.
  failure       text,
  due_at        timestamptz,
  certificate_id text collate "C",
  -- The time of the time stamp, with every digit of its fraction.
  stamped_at    text,
  block_number  bigint,
  block_hash    bytea,
  block_time    timestamptz,
  -- Null where the chain hashes headers in a way of its own; then the reason.
  header        bytea,
  not_shown     text,
  -- Shows that the block before came too early. Null if the block is the first that may decide by its height.
  previous      bytea,
  drawn_at      timestamptz,
  due_on        date,
  cancelled_at  timestamptz,
  cancelled_by  text,
  cancel_reason text,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  row_digest    bytea,
  check ((share is null) <> (most is null)),
  check (status in ('draft', 'sealing', 'cancelled') or certificate_id is not null),
  check ((status = 'draft') = (number is null)),
  check ((status = 'cancelled') = (cancelled_at is not null)),
  check (status <> 'drawn' or drawn_at is not null)
);
create trigger zz_row_digest before insert or update on draws for each row execute function keep_row_digest();
create index draws_listed on draws (account_id, livemode, id desc);
create unique index draws_numbered on draws (account_id, livemode, number) where number is not null;
create index draws_under_way on draws (status, id) where status in ('sealing', 'sealed');

-- The memberships among which is drawn, in the order of the sealed list. A commitment is SHA-256 over the salt and the id.
create table draw_candidates (
  draw_id       text collate "C" not null references draws on delete cascade,
  place         integer not null,
  membership_id text collate "C" not null references memberships,
  salt          bytea not null check (length(salt) = 32),
  commitment    bytea not null check (length(commitment) = 32),
  row_digest    bytea,
  primary key (draw_id, place)
);
create trigger zz_row_digest before insert or update on draw_candidates for each row execute function keep_row_digest();
create unique index draw_candidates_once on draw_candidates (membership_id, draw_id);

-- The review of a membership that was drawn.
create table reviews (
  id              text collate "C" primary key,
  account_id      text collate "C" not null references accounts on delete cascade,
  livemode        boolean not null,
  draw_id         text collate "C" not null references draws,
  -- The place among the candidates, and the place in the order of the draw.
  place           integer not null,
  rank            integer not null,
  membership_id   text collate "C" not null references memberships,
  status          text not null check (status in ('open', 'passed', 'failed', 'excused', 'cancelled')),
  due_on          date not null,
  -- When the member sent the last evidence, and who counts as having sent it.
  sent_at         timestamptz,
  reporters       text[],
  decided_by      text,
  decided_at      timestamptz,
  decision_reason text,
  -- Mails to the member, claimed before they are sent.
  told_at          timestamptz,
  reminded_days    integer,
  decision_told_at timestamptz,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  row_digest      bytea,
  unique (draw_id, rank),
  foreign key (draw_id, place) references draw_candidates,
  check ((status = 'open') = (decided_at is null))
);
create trigger zz_row_digest before insert or update on reviews for each row execute function keep_row_digest();
create index reviews_listed on reviews (account_id, livemode, id desc);
create index reviews_of_draw on reviews (draw_id, status);
create index reviews_of_membership on reviews (membership_id);
create index reviews_open on reviews (due_on) where status = 'open';
create index reviews_untold on reviews (decided_at) where decided_at is not null and decision_told_at is null;

-- Files that a member sent for a review, with the member's words.
alter table member_evidence add column review_id text collate "C";
alter table member_evidence add column note text;
alter table member_evidence add constraint member_evidence_review foreign key (review_id) references reviews not valid;
