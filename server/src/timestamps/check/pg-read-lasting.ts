/** Reads stamped checkpoints and kept revocation answers. */

import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { type Batches, mapBatches } from '../../kernel/batches.ts';

export type StoredCheckpointStamp = {
  where: string;
  treeSize: number;
  note: string;
  /** The note that the log signed for this size. */
  signedNote: string | undefined;
  orderId: string;
  tsr: Uint8Array | undefined;
  chainSha256: Uint8Array | undefined;
  chain: readonly Uint8Array[];
};

export type StoredLookup = {
  where: string;
  chainSha256: Uint8Array;
  chain: readonly Uint8Array[];
  position: number;
  kind: string;
  answerKind: string;
  der: Uint8Array;
  thisUpdateMicros: number;
  outcome: string;
};

const CHECKPOINT_STAMPS: Pieced = {
  of: rowsOf('checkpoint_stamps', ['period_start']),
  sql: `
  select s.tree_size, s.note, s.order_id, s.tsr, s.chain_sha256, chain.chain, c.note as signed_note
    from piece s
    left join checkpoints c on c.size = s.tree_size
    left join signing_chains chain on chain.sha256 = s.chain_sha256`,
};

const KEPT_REVOCATION: Pieced = {
  of: rowsOf('kept_revocation', ['chain_sha256', 'position', 'kind', 'day']),
  sql: `
  select k.position, k.kind, k.outcome, (extract(epoch from k.this_update) * 1000000)::bigint as this_update_micros,
         encode(k.answer_sha256, 'hex') as answer, k.chain_sha256, chain.chain, a.kind as answer_kind, a.der
    from piece k
    left join signing_chains chain on chain.sha256 = k.chain_sha256
    left join revocation_answers a on a.sha256 = k.answer_sha256`,
};

const UNUSED_ANSWERS = `
  select encode(a.sha256, 'hex') as answer from revocation_answers a
   where not exists (select from kept_revocation k where k.answer_sha256 = a.sha256) order by a.sha256`;

export function readCheckpointStamps(snapshot: Snapshot): Batches<StoredCheckpointStamp> {
  return mapBatches(readPieces(snapshot, CHECKPOINT_STAMPS, WIDE), toCheckpointStamp);
}

export function readKeptRevocation(snapshot: Snapshot): Batches<StoredLookup> {
  return mapBatches(readPieces(snapshot, KEPT_REVOCATION, WIDE), toLookup);
}

/** Reads the answers that belong to no chain. */
export function readUnusedAnswers(snapshot: Snapshot): Batches<{ where: string }> {
  return mapBatches(snapshot.batches(UNUSED_ANSWERS), (row) => ({
    where: `answer ${read.text(row, 'answer')}`,
  }));
}

function toCheckpointStamp(row: Row): StoredCheckpointStamp {
  const treeSize = read.number(row, 'tree_size');
  return {
    where: `checkpoint ${treeSize}`,
    treeSize,
    note: read.text(row, 'note'),
    signedNote: read.optionalText(row, 'signed_note'),
    orderId: read.text(row, 'order_id'),
    tsr: read.optionalBytes(row, 'tsr'),
    chainSha256: read.optionalBytes(row, 'chain_sha256'),
    chain: read.optionalBytesList(row, 'chain') ?? [],
  };
}

function toLookup(row: Row): StoredLookup {
  return {
    where: `answer ${read.text(row, 'answer')}`,
    chainSha256: read.bytes(row, 'chain_sha256'),
    chain: read.optionalBytesList(row, 'chain') ?? [],
    position: read.number(row, 'position'),
    kind: read.text(row, 'kind'),
    answerKind: read.optionalText(row, 'answer_kind') ?? '',
    der: read.optionalBytes(row, 'der') ?? new Uint8Array(0),
    thisUpdateMicros: read.number(row, 'this_update_micros'),
    outcome: read.text(row, 'outcome'),
  };
}
