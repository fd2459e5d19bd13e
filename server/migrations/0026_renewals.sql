-- Renewals: a decision, frozen with what it was based on.

create table renewals (
  id              text collate "C" primary key,
  account_id      text collate "C" not null references accounts on delete cascade,
  livemode        boolean not null,
  membership_id   text collate "C" not null references memberships,
  term_id         text collate "C" not null references membership_terms,
  status          text not null check (status in ('requested', 'approved', 'rejected', 'withdrawn', 'annulled')),
  basis           text not null check (basis in ('requirements', 'exception')),
  reason          text,
  requested_on    date not null,
  decided_by      text,
  decided_at      timestamptz,
  decision_reason text,
  -- RFC 8785, byte for byte as hashed.
  snapshot        text,
  snapshot_sha256 bytea,
  -- Whether the frozen evaluation was met and is not any more; a cache, checked by fsck.
  contradicted    boolean not null default false,
  new_term_id     text collate "C",
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
create index renewals_newest on renewals (account_id, livemode, id desc);
create index renewals_by_membership on renewals (membership_id, id desc);
create unique index renewals_one_open on renewals (membership_id) where status = 'requested';
