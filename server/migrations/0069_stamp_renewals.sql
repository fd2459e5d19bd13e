-- locks nothing
--
-- Renewals of time stamps (RFC 4998): one stamp of a provider over a hash tree in which every certificate up to a size of
-- the log has a leaf. The evidence record of a certificate is derived from its own stamp and from these trees.

create table stamp_renewals (
  number       integer primary key check (number > 0),
  -- Of the tree and of the stamp.
  hash         text not null check (hash in ('SHA-256', 'SHA-384', 'SHA-512')),
  -- The leaves are those of the log up to this size, at the same places.
  tree_size    bigint not null check (tree_size > 0),
  -- The same for every attempt, so that providers that take an order id charge once.
  order_id     text not null,
  ordered_at   timestamptz not null,
  tries        integer not null default 0,
  next_try_at  timestamptz not null,
  -- Written once the tree is hashed and the provider's answer over its root has passed every check.
  tsr          bytea,
  chain_sha256 bytea check ((chain_sha256 is null) = (tsr is null))
);
-- One at a time: the next renewal covers the token of the last one.
create unique index stamp_renewals_open on stamp_renewals ((true)) where tsr is null;

-- The hashes of the trees, up to 1,024 neighbours in a row. Level 0 has the leaves, and each further level has the hash of
-- every row of the level below, until one row is left.
create table stamp_renewal_tiles (
  renewal  integer not null,
  level    smallint not null,
  position bigint not null,
  hashes   bytea not null,
  primary key (renewal, level, position)
);
-- Hashes do not compress.
alter table stamp_renewal_tiles alter column hashes set storage external;
