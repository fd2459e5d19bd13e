-- Batches: many fingerprints in one call, certified by the workers afterwards.

create table if not exists batches (
  account_id  text collate "C" not null references accounts on delete cascade,
  id          text collate "C" not null,
  livemode    boolean not null,
  key_id      text collate "C" not null,
  total       integer not null check (total > 0),
  made        integer not null default 0,
  failed      integer not null default 0,
  -- The process that makes certificates of it now; of no meaning once that is dead.
  owner       integer,
  -- After the provider failed: how often in a row, and when it is tried again.
  outages     integer not null default 0,
  next_try_at timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (account_id, id),
  check (made >= 0 and failed >= 0 and made + failed <= total)
);
-- Those with items left, whoever works on them; the one that waited longest first.
create index if not exists batches_open on batches (updated_at) where made + failed < total;

-- The items, a hundred to a row: a certificate then costs no write besides its own.
create table if not exists batch_lots (
  account_id text collate "C" not null,
  batch_id   text collate "C" not null,
  -- The place of its first item in the batch, from 0.
  first      integer not null check (first >= 0),
  -- Null once all are made: their certificates have everything.
  items      json,
  -- For each item null while it waits, the id of its certificate, or why it failed.
  outcomes   jsonb not null,
  waiting    integer not null check (waiting >= 0),
  primary key (account_id, batch_id, first),
  foreign key (account_id, batch_id) references batches on delete cascade
);
