/**
 * Rewrites the stored hashes and entries of the log from its leaves, if these produce the signed root. The leaves are
 * read from the capabilities that own them.
 */

import { createHash } from 'node:crypto';
import {
  appendLeaves,
  createHashChildren,
  EMPTY_FRONTIER,
  equalBytes,
  type Frontier,
  foldNodes,
  type NodeRun,
} from '@sello/proof';
import { type Repair, type Repaired, whole } from '../../database/check/repair.ts';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { SEQUENCER_LOCK } from '../sequencer-lock.ts';
import { rowsBetween } from '../tiles/full-tiles.ts';
import { SELECT_TILE_MARKS, tileMarksIn } from '../tiles/pg-tile-marks.ts';

/** A multiple of the 32 hashes per row, so that batches fill whole rows of leaves. */
const CHUNK = 32;
const BATCH_LEAVES = 4_096;

const hashChildren = createHashChildren((bytes) => createHash('sha256').update(bytes).digest());

/** Where the leaves are read from, to rebuild the log. */
export type LeafSource = {
  /** Selects `place` and `leaf_hash` of every leaf that has a place, in the order of the places. */
  placedLeaves: string;
  /** Rewrites the rows of entries that differ. Returns how many differed. */
  rebuildEntries(query: Query): Promise<number>;
};

type Needs = { leafSource: LeafSource };

export const repairTiles: Repair<'tiles', Needs> = {
  kind: 'tiles',
  run: ({ transaction, leafSource }) => transaction((query) => rebuildLog(query, leafSource, true)),
};

export const repairLog: Repair<'log', Needs> = {
  kind: 'log',
  run: ({ transaction, leafSource }) => transaction((query) => rebuildLog(query, leafSource, false)),
};

export const storeTilesAgain: Repair<'store_again'> = {
  kind: 'store_again',
  run: ({ transaction }) =>
    transaction(async (query) => {
      await query('update log_tiles set stored = dropped');
      return whole('tiles whose rows are in the database count as not stored; a server writes them again');
    }),
};

/** Rebuilds the log. With `takesBack`, deleted rows are restored too, because the file store has lost their tiles. */
async function rebuildLog(query: Query, source: LeafSource, takesBack: boolean): Promise<Repaired> {
  // While the lock is held, the sequencer adds no leaves and no tiles are moved.
  await query('select pg_advisory_xact_lock($1)', [SEQUENCER_LOCK]);
  const { dropped } = tileMarksIn(await query(`${SELECT_TILE_MARKS} for update`));
  const [signed] = await query('select size, root from checkpoints order by size desc limit 1');
  await query(
    'create temporary table fresh_nodes (level integer, chunk bigint, hashes bytea, primary key (level, chunk)) on commit drop',
  );
  const frontier = await derive(query, source);
  const isSigned =
    frontier !== undefined &&
    frontier.size === (signed?.size ?? 0) &&
    (signed === undefined || equalBytes(foldNodes(frontier.nodes, hashChildren), read.bytes(signed, 'root')));
  if (!isSigned) {
    const told = takesBack
      ? 'what the file store has lost of the log cannot be made again: the certificates do not produce the root that it signed. Put the objects back from a backup of the file store'
      : 'the log was left as it is: the certificates do not produce the root that it signed';
    return { told, isWhole: false };
  }
  if (takesBack) await query('update log_tiles set stored = 0, dropped = 0');
  else await forgetMoved(query, dropped);
  const gone = await query(
    'delete from log_nodes n where not exists (select from fresh_nodes f where f.level = n.level and f.chunk = n.chunk) returning 1',
  );
  const written = await query(
    `insert into log_nodes as n (level, chunk, hashes) select level, chunk, hashes from fresh_nodes
     on conflict (level, chunk) do update set hashes = excluded.hashes where n.hashes <> excluded.hashes returning 1`,
  );
  await query('update log_state set size = $1, frontier = $2', [frontier.size, frontier.nodes]);
  const entries = await source.rebuildEntries(query);
  return {
    told: `${written.length} rows of the log were rebuilt and ${gone.length} deleted, and ${entries} rows of its entries were rebuilt${takesBack ? '; a server that keeps tiles in the file store writes them again' : ''}`,
    isWhole: true,
  };
}

/** Removes the rebuilt rows whose tiles are in the file store, because such tiles have no rows. */
async function forgetMoved(query: Query, dropped: number): Promise<void> {
  const rows = rowsBetween(0, dropped);
  await query(
    `delete from fresh_nodes f using unnest($1::integer[], $2::bigint[]) as moved (level, stop)
      where f.level = moved.level and f.chunk < moved.stop`,
    [rows.map(({ level }) => level), rows.map(({ end }) => end)],
  );
}

/** Recomputes the tree. Undefined if places are missing or taken twice. */
async function derive(query: Query, { placedLeaves }: LeafSource): Promise<Frontier | undefined> {
  await query(`declare leaves no scroll cursor for ${placedLeaves}`);
  let frontier: Frontier = EMPTY_FRONTIER;
  for (;;) {
    const batch = await query(`fetch ${BATCH_LEAVES} from leaves`);
    if (batch.some(({ place }, i) => place !== frontier.size + i)) return undefined;
    const next = appendLeaves(
      frontier,
      batch.map((row) => read.bytes(row, 'leaf_hash')),
      hashChildren,
    );
    await keepRuns(query, next.runs);
    frontier = next.frontier;
    if (batch.length < BATCH_LEAVES) return frontier;
  }
}

async function keepRuns(query: Query, runs: readonly NodeRun[]): Promise<void> {
  const pieces = runs.flatMap(({ level, firstIndex, hashes }) => {
    const byChunk = Map.groupBy(hashes.entries(), ([i]) => Math.floor((firstIndex + i) / CHUNK));
    return [...byChunk].map(([chunk, entries]) => ({
      level,
      chunk,
      hashes: Buffer.concat(entries.map(([, hash]) => hash)),
    }));
  });
  await query(
    `insert into fresh_nodes as n (level, chunk, hashes)
     select level, chunk, hashes from unnest($1::integer[], $2::bigint[], $3::bytea[]) as p (level, chunk, hashes)
     on conflict (level, chunk) do update set hashes = n.hashes || excluded.hashes`,
    [pieces.map(({ level }) => level), pieces.map(({ chunk }) => chunk), pieces.map(({ hashes }) => hashes)],
  );
}
