/** Reads chains, and the transactions that anchor the log. */

import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { toAttempt } from '../pg-anchors.ts';

export type StoredAnchor = {
  id: number;
  network: string;
  nonce: number;
  txHash: Uint8Array;
  raw: Uint8Array;
  treeSize: number;
  root: Uint8Array;
  /** In decimal digits. */
  maxFee: string;
  priorityFee: string;
  state: string;
  blockNumber: number | undefined;
  blockHash: Uint8Array | undefined;
  /** The time in the row, to the microsecond. The time in a header has whole seconds. */
  blockTimeMicros: number | undefined;
  txIndex: number | undefined;
  header: Uint8Array | undefined;
  nodes: readonly Uint8Array[] | undefined;
  notShown: string | undefined;
  isMinedAtSet: boolean;
  isFinalAtSet: boolean;
  /** Other attempts with the same nonce that are in a block. */
  minedSiblings: number;
  /** The root that the log signed at this size, if any. */
  signedRoot: Uint8Array | undefined;
  isOnKnownChain: boolean;
};

const IS_MINED = `a.state in ('mined', 'final')`;

const ANCHORS: Pieced = {
  of: rowsOf('anchors', ['id']),
  sql: `
  select a.*, (extract(epoch from a.block_time) * 1000000)::bigint as block_time_micros, c.root as signed_root,
         exists (select from chains k where k.network = a.network) as is_known_chain, ${IS_MINED} as is_mined
    from piece a left join checkpoints c on c.size = a.tree_size`,
};

/**
 * Reads all mined anchors once. There is no index by which to find the siblings of an anchor, so each would need a scan
 * of all others.
 */
const MINED: Pieced = {
  of: rowsOf('anchors', ['id'], 'id, network, nonce, state'),
  sql: `select network, nonce from piece a where ${IS_MINED}`,
};

/** Returns those of the given hashes that belong to no anchor. */
export async function unknownTransactions(
  snapshot: Snapshot,
  hashes: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const rows = await snapshot.query(
    `select h.hash from unnest($1::bytea[]) as h (hash)
      where not exists (select from anchors a where a.tx_hash = h.hash)`,
    [hashes],
  );
  return rows.map((row) => read.bytes(row, 'hash'));
}

export async function readChains(snapshot: Snapshot) {
  const rows = await snapshot.query('select network, trust, finality from chains order by network');
  return rows.map((row) => ({
    network: read.text(row, 'network'),
    trust: read.text(row, 'trust'),
    finality: read.text(row, 'finality'),
  }));
}

export async function readWitnessChains(snapshot: Snapshot) {
  const rows = await snapshot.query('select livemode, network from log_witnesses');
  return rows.map((row) => ({ livemode: read.boolean(row, 'livemode'), network: read.text(row, 'network') }));
}

/** The newest block of the network that an anchor names; -1 if none does. */
export async function lastAnchoredBlock(database: Database, network: string): Promise<number> {
  const rows = await database.query(
    'select coalesce(max(block_number), -1) as block from anchors where network = $1',
    [network],
  );
  return read.number(read.firstRow(rows), 'block');
}

/**
 * Reads the anchors as of one moment, because attempts of the same nonce change together, and the blocks were read
 * before.
 */
export async function* readAnchors(snapshot: Snapshot): AsyncGenerator<StoredAnchor[]> {
  const mined = new Map<string, number>();
  for await (const rows of readPieces(snapshot, MINED, { isOneMoment: true }))
    for (const name of rows.map(attemptOf)) mined.set(name, (mined.get(name) ?? 0) + 1);
  for await (const rows of readPieces(snapshot, ANCHORS, { ...WIDE, isOneMoment: true }))
    yield rows.map((row) =>
      toStoredAnchor(row, (mined.get(attemptOf(row)) ?? 0) - (row.is_mined === true ? 1 : 0)),
    );
}

const attemptOf = (row: Row): string => `${read.number(row, 'nonce')} ${read.text(row, 'network')}`;

function toStoredAnchor(row: Row, minedSiblings: number): StoredAnchor {
  return {
    ...toAttempt(row),
    maxFee: read.text(row, 'max_fee'),
    priorityFee: read.text(row, 'priority_fee'),
    state: read.text(row, 'state'),
    blockNumber: read.optionalNumber(row, 'block_number'),
    blockHash: read.optionalBytes(row, 'block_hash'),
    blockTimeMicros: read.optionalNumber(row, 'block_time_micros'),
    txIndex: read.optionalNumber(row, 'tx_index'),
    header: read.optionalBytes(row, 'header'),
    nodes: read.optionalBytesList(row, 'nodes'),
    notShown: read.optionalText(row, 'not_shown'),
    isMinedAtSet: row.mined_at !== null,
    isFinalAtSet: row.final_at !== null,
    minedSiblings,
    signedRoot: read.optionalBytes(row, 'signed_root'),
    isOnKnownChain: read.boolean(row, 'is_known_chain'),
  };
}
