-- The append-only log (RFC 6962) and its anchors on chains. A certificate's status is derived from these few
-- rows and its own place in the log, so neither anchoring nor a reorganisation rewrites certificates.

create table log_state (
  only_row    boolean primary key default true check (only_row),
  -- Name of the log, which its checkpoints bear for ever.
  origin      text not null,
  -- Ed25519, PKCS #8. Shared by all processes.
  signing_key bytea not null,
  size        bigint not null default 0,
  -- Complete subtrees at the right edge, the largest first: all that appending needs.
  frontier    bytea[] not null default '{}'
);

-- Hashes of complete subtrees: 32 neighbours of one level in a row, appended to and never changed. Eight rows of
-- every eighth level are a tile that the log publishes.
create table log_nodes (
  level  integer not null,
  chunk  bigint not null,
  hashes bytea not null,
  primary key (level, chunk)
);
-- Hashes do not compress, and a row is small enough to stand in its page: no detour when one of them is read.
alter table log_nodes alter column hashes set storage plain;

create table checkpoints (
  size       bigint primary key,
  root       bytea not null,
  note       text not null,
  created_at timestamptz not null
);

-- Whose word makes a certificate of each mode `certified`.
create table log_witnesses (
  livemode boolean primary key,
  network  text not null
);

-- What is known of each chain, for processes that do not talk to it.
create table chains (
  network     text primary key,
  trust       text not null,
  finality    text not null,
  head_number bigint not null,
  seen_at     timestamptz not null
);

-- What is wrong with each chain, as whoever anchors on it found last: [{code, message}].
create table chain_problems (
  network  text primary key,
  problems jsonb not null,
  seen_at  timestamptz not null
);

-- Every transaction that was ever signed, written down before it was sent. Attempts of one nonce replace each
-- other; the chain takes one of them.
create table anchors (
  id           bigint generated always as identity primary key,
  network      text not null,
  nonce        bigint not null,
  tx_hash      bytea not null unique,
  raw          bytea not null,
  tree_size    bigint not null,
  root         bytea not null,
  max_fee      numeric not null,
  priority_fee numeric not null,
  -- signed → sent → mined → final; mined or final → sent when the chain reorganises, and the other attempts of
  -- its nonce with it; lost when its nonce went to another transaction.
  state        text not null check (state in ('signed', 'sent', 'mined', 'final', 'lost')),
  -- When it began to wait for a block: when it was signed, or put back in flight.
  signed_at    timestamptz not null,
  block_number bigint,
  block_hash   bytea,
  block_time   timestamptz,
  tx_index     integer,
  -- Header, trie nodes: what shows the transaction in its block; null with the reason why it cannot be shown.
  header       bytea,
  nodes        bytea[],
  not_shown    text,
  mined_at     timestamptz,
  final_at     timestamptz
);
create index anchors_by_size on anchors (network, state, tree_size);
create index anchors_unsettled on anchors (network, state) where state in ('signed', 'sent', 'mined');

-- Final proofs as first handed out: byte-identical for ever after.
create table certificate_proofs (
  account_id     text collate "C" not null,
  certificate_id text collate "C" not null,
  anchor_id      bigint not null references anchors,
  xml            bytea not null,
  primary key (account_id, certificate_id)
);
create index certificate_proofs_by_anchor on certificate_proofs (anchor_id);

-- The anchor that speaks for a leaf: the smallest final one over it, or else the smallest mined one.
create function covering_anchor(p_network text, p_leaf_index bigint) returns setof anchors
  language sql stable
begin atomic
  (select * from anchors
    where network = p_network and state = 'final' and tree_size > p_leaf_index order by tree_size limit 1)
  union all
  (select * from anchors
    where network = p_network and state = 'mined' and tree_size > p_leaf_index order by tree_size limit 1)
  limit 1;
end;

-- How much of the log is in final blocks of the chain that counts for a mode.
create function certified_size(p_livemode boolean) returns bigint
  language sql stable
  return (
    select coalesce(max(a.tree_size), 0) from log_witnesses w
      join anchors a on a.network = w.network and a.state = 'final'
     where w.livemode = p_livemode
  );
