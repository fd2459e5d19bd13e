/** Anchors in PostgreSQL: every signed transaction and its state. */

import type { Turn } from '../database/duties.ts';
import type { Database, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { makeSignedRoots } from './account/pg-account.ts';
import type { SignedRoots } from './account/ports.ts';
import { chainNotes, chainReads, configuredChains } from './pg-chains.ts';
import { anchorMarks } from './pg-mark-anchors.ts';
import {
  ANCHOR_STATES,
  type AnchorReads,
  type AnchorRow,
  type AnchorStore,
  type HeldAnchors,
} from './ports.ts';

const COLUMNS = `id, network, nonce, tx_hash, raw, tree_size, root, max_fee, priority_fee, state, signed_at,
  block_number, block_hash, block_time, tx_index, header, nodes, not_shown`;

const WRITE_ANCHOR = `
  insert into anchors (network, nonce, tx_hash, raw, tree_size, root, max_fee, priority_fee, state, signed_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, 'signed', $9 where holds_duty($10, $11)
  on conflict (tx_hash) do update set
    state = case anchors.state when 'lost' then 'signed' else anchors.state end,
    signed_at = case anchors.state when 'lost' then excluded.signed_at else anchors.signed_at end
  returning ${COLUMNS}`;

export function makeAnchorStore(database: Database): AnchorStore {
  const reads = { ...anchors(database), ...chainReads(database), ...makeSignedRoots(database) };
  return {
    ...reads,
    ...configuredChains(database),
    heldBy: (turn) => ({
      ...reads,
      ...writeDown(database, turn),
      ...anchorMarks(database, turn),
      ...chainNotes(database, turn),
    }),
  };
}

function anchors(
  database: Database,
): Omit<AnchorReads, keyof ReturnType<typeof chainReads> | keyof SignedRoots> {
  const select = async (name: string, where: string, params: readonly unknown[]) =>
    (await database.query(`select ${COLUMNS} from anchors where ${where}`, params, name)).map(toAnchor);
  return {
    unsettled: (network) =>
      select('anchors-unsettled', `network = $1 and state in ('signed', 'sent', 'mined') order by id`, [
        network,
      ]),

    newestFinal: (network, count) =>
      select('anchors-final', `network = $1 and state = 'final' order by tree_size desc limit $2`, [
        network,
        count,
      ]),

    async newest(network) {
      const [anchor] = await select(
        'anchor-newest',
        `network = $1 and state <> 'lost' order by tree_size desc, id desc limit 1`,
        [network],
      );
      return anchor;
    },

    async covering(network, leafIndex) {
      const rows = await database.query(
        `select ${COLUMNS} from covering_anchor($1, $2)`,
        [network, leafIndex],
        'anchor-covering',
      );
      return rows[0] && toAnchor(rows[0]);
    },
  };
}

function writeDown(database: Database, turn: Turn): Pick<HeldAnchors, 'writeDown'> {
  return {
    async writeDown(attempt, now) {
      const rows = await database.query(
        WRITE_ANCHOR,
        [
          attempt.network,
          attempt.nonce,
          attempt.txHash,
          attempt.raw,
          attempt.treeSize,
          attempt.root,
          attempt.maxFeePerGas,
          attempt.maxPriorityFeePerGas,
          now,
          turn.duty,
          turn.number,
        ],
        'write-anchor',
      );
      return toAnchor(read.firstRow(rows));
    },
  };
}

/** The signed transaction and the checkpoint that it carries. */
export function toAttempt(row: Row) {
  return {
    id: read.number(row, 'id'),
    network: read.text(row, 'network'),
    nonce: read.number(row, 'nonce'),
    txHash: read.bytes(row, 'tx_hash'),
    raw: read.bytes(row, 'raw'),
    treeSize: read.number(row, 'tree_size'),
    root: read.bytes(row, 'root'),
  };
}

function toAnchor(row: Row): AnchorRow {
  return {
    ...toAttempt(row),
    maxFeePerGas: read.bigint(row, 'max_fee'),
    maxPriorityFeePerGas: read.bigint(row, 'priority_fee'),
    state: read.oneOf(row, 'state', ANCHOR_STATES),
    signedAt: read.date(row, 'signed_at'),
    block:
      row.block_hash === null
        ? undefined
        : {
            blockNumber: read.number(row, 'block_number'),
            blockHash: read.bytes(row, 'block_hash'),
            blockTime: read.date(row, 'block_time'),
            txIndex: read.number(row, 'tx_index'),
          },
    shown:
      row.header === null
        ? { notShown: read.optionalText(row, 'not_shown') ?? 'not looked at yet' }
        : { header: read.bytes(row, 'header'), nodes: read.bytesList(row, 'nodes') },
  };
}
