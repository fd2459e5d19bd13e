-- locks certificates: access exclusive, instant
-- locks batches: access exclusive, instant
-- locks accounts: share row exclusive, instant
--
-- Time stamps that several files share: the provider stamps the root of a hash tree, and each certificate keeps the way from
-- its file's hash to that root.
alter table certificates
  -- How many files share the stamp; null for a stamp of the file's own.
  add column stamp_size integer,
  -- The hashes that lead from the file's to what was stamped: 32 random bytes, then the siblings.
  add column stamp_way bytea,
  alter column stamp_size set statistics 10,
  alter column stamp_way set statistics 10;

-- Whether the items of a batch share one stamp; null means no.
alter table batches add column shares_stamp boolean;

-- The order of a shared stamp. It is kept before the provider is asked, and for as long as certificates are made from it.
create table shared_stamps (
  -- The same for every attempt, so that a provider that takes an order id charges once.
  order_id   text collate "C" primary key,
  account_id text collate "C" not null references accounts on delete cascade,
  batch_id   text collate "C" not null,
  -- Of each item, in the order of the batch: the SHA-256 of its file, and 32 random bytes.
  leaves     bytea not null check (length(leaves) > 0 and length(leaves) % 64 = 0),
  ordered_at timestamptz not null,
  -- The provider's answer over the root of the tree, once it has passed every check.
  tsr        bytea,
  chain      bytea[],
  facts      jsonb,
  row_digest bytea,
  foreign key (account_id, batch_id) references batches on delete cascade,
  check ((tsr is null) = (chain is null) and (tsr is null) = (facts is null))
);
-- Hashes and random bytes do not compress.
alter table shared_stamps alter column leaves set storage external;
create trigger zz_row_digest before insert or update on shared_stamps for each row execute function keep_row_digest();
create unique index shared_stamps_by_batch on shared_stamps (account_id, batch_id);
