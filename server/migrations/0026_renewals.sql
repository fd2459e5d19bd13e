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
  -- In time is judged by this day.
  requested_on    date not null,
  decided_by      text,
  decided_at      timestamptz,
  decision_reason text,
  -- RFC 8785, byte for byte as hashed.
  snapshot        text,
  snapshot_sha256 bytea,
  snapshot_met    boolean generated always as (((snapshot::jsonb) #>> '{evaluation,met}')::boolean) stored,
  new_term_id     text collate "C",
  -- The extension that the approval ended, in case it is annulled.
  ended_extension date,
  created_at      timestamptz not null,
  updated_at      timestamptz not null
);
create index renewals_newest on renewals (account_id, livemode, id desc);
create index renewals_by_membership on renewals (membership_id, id desc);
create index renewals_by_status on renewals (account_id, livemode, status, id desc);
create unique index renewals_one_open on renewals (membership_id) where status = 'requested';

-- The evidence of a decision stays as it was, whatever a statement says.
create function refuse_snapshot_change() returns trigger
  language plpgsql as $$
begin
  raise exception 'the snapshot of a renewal never changes';
end $$;
create trigger renewals_snapshot_fixed before update on renewals
  for each row when (old.snapshot is not null
    and (new.snapshot, new.snapshot_sha256, new.membership_id, new.term_id, new.basis)
        is distinct from (old.snapshot, old.snapshot_sha256, old.membership_id, old.term_id, old.basis))
  execute function refuse_snapshot_change();
