-- Checkpoints of the log that a time-stamping provider stamped, one in each period: every token in the log before it
-- is thereby shown to have existed while its keys were good.

create table checkpoint_stamps (
  -- One row per period: the key lets in one process, whichever is first.
  period_start timestamptz primary key,
  tree_size    bigint not null,
  -- The signed note. Its exact bytes are stamped.
  note         text not null,
  -- The same for every attempt, so that providers that take an order id charge once.
  order_id     text not null,
  ordered_at   timestamptz not null,
  tries        integer not null default 0,
  next_try_at  timestamptz not null,
  -- Written before the provider is asked, and completed once its answer has passed every check.
  tsr          bytea,
  chain_sha256 bytea check ((chain_sha256 is null) = (tsr is null))
);
create index checkpoint_stamps_by_size on checkpoint_stamps (tree_size, period_start) where tsr is not null;
