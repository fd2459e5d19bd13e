-- Certificates and everything that is written with one, in one statement. The account comes first in every
-- key, so that the tables can be spread over machines by account.

-- How many certificates an account has in each mode: the next dense number, and the total of the list.
create table certificate_counts (
  account_id text collate "C" not null references accounts on delete cascade,
  livemode   boolean not null,
  total      bigint not null default 0,
  primary key (account_id, livemode)
) with (fillfactor = 40);

create table certificates (
  account_id    text collate "C" not null,
  id            text collate "C" not null,
  livemode      boolean not null,
  -- 1, 2, 3 … without gaps per account and mode: a page at any offset is one index range.
  number        bigint not null,
  -- The random part of the public verification address.
  code          text collate "C" not null,
  key_id        text collate "C",
  title         text not null,
  description   text,
  document_type text,
  file_name     text not null,
  file_mime     text not null,
  file_size     bigint not null check (file_size > 0),
  sha256        bytea not null check (length(sha256) = 32),
  psc           text not null,
  tst_serial    text not null,
  policy_oid    text not null,
  -- RFC 3339 with every digit of the token's fraction; the certificate's own times have milliseconds.
  gen_time      text not null,
  accuracy_ms   double precision,
  accredited    boolean not null,
  warnings      jsonb not null,
  -- Its place in the append-only log; null until the sequencer has given it one.
  leaf_index    bigint,
  created_at    timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 90);
create unique index certificates_by_number on certificates (account_id, livemode, number);
create index certificates_by_sha256 on certificates (account_id, livemode, sha256);

-- What proves a certificate, apart from the rows that lists read.
create table certificate_tokens (
  account_id     text collate "C" not null,
  certificate_id text collate "C" not null,
  -- The provider's exact bytes.
  tsr            bytea not null,
  -- DER certificates from the signer up to the root, as verified on receipt.
  chain          bytea[] not null,
  -- What hides the document in the public log, and the leaf that it makes there.
  salt           bytea not null check (length(salt) = 32),
  leaf_hash      bytea not null check (length(leaf_hash) = 32),
  primary key (account_id, certificate_id)
);

-- From the code on a QR to the certificate, whoever asks.
create table certificate_codes (
  code           text collate "C" primary key,
  account_id     text collate "C" not null,
  certificate_id text collate "C" not null
);

-- Leaves that wait for their place in the log, in the order of their writing.
create table log_queue (
  id             bigint generated always as identity primary key,
  account_id     text collate "C" not null,
  certificate_id text collate "C" not null,
  leaf_hash      bytea not null
);

-- A certificate of the allowance that a request under way has set aside. `owner` is the process: when it
-- dies its database connection closes, its lock goes, and the reservation goes back.
create table allowance_reservations (
  id         bigint generated always as identity primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  owner      integer not null,
  created_at timestamptz not null
);
create index allowance_reservations_by_account on allowance_reservations (account_id);

-- Every process holds the advisory lock (7355, its number) on one connection for as long as it lives.
create function process_is_alive(p_owner integer) returns boolean
  language sql stable
  return exists (
    select from pg_locks
     where locktype = 'advisory' and classid = 7355 and objid = p_owner::oid and objsubid = 2 and granted
       and database = (select oid from pg_database where datname = current_database())
  );

-- Hands back what dead processes had reserved. Two sweeps at once are harmless: a row is deleted once.
create function reclaim_reservations() returns integer
  language plpgsql as $$
declare
  reclaimed integer;
begin
  with dead as (
    select owner from (select distinct owner from allowance_reservations) o where not process_is_alive(owner)
  ), gone as (
    delete from allowance_reservations r using dead where r.owner = dead.owner returning r.account_id
  ), back as (
    update accounts a set certificates_left = certificates_left + g.n
      from (select account_id, count(*)::integer as n from gone group by account_id) g
     where a.id = g.account_id
    returning g.n
  )
  select coalesce(sum(n), 0) into reclaimed from back;
  return reclaimed;
end $$;
