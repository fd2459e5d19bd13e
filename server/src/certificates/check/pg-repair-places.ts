/** Puts certificates back at their places in the log, or into the queue for one. */

import { TILE_WIDTH } from '@sello/proof';
import { type Repair, type Repaired, whole } from '../../database/check/repair.ts';
import type { Query } from '../../database/pool.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { makeLogRows } from '../../transparency/pg-log.ts';
import { SEQUENCER_LOCK } from '../../transparency/sequencer-lock.ts';
import { readTileMarks } from '../../transparency/tiles/pg-tile-marks.ts';
import { withStoredTiles } from '../../transparency/tiles/stored-tiles.ts';
import { deriveWaiting } from './pg-derive-entries.ts';
import {
  DERIVED_RUNS,
  MOVED_LEAVES,
  neitherPlacedNorWaiting,
  QUEUE_AGAIN,
  waitingInVain,
  waitingWithAnotherHash,
} from './pg-places.ts';

type Kept = Pick<KeptObjects, 'read'>;

export const repairPlaces: Repair<'places', { kept: Kept }> = {
  kind: 'places',
  run: ({ transaction, kept }) => transaction((query) => rebuildPlaces(query, kept)),
};

export const repairQueue: Repair<'queue', { kept: Kept }> = {
  kind: 'queue',
  run: ({ transaction, kept }) => transaction((query) => correctQueue(query, kept)),
};

/** Derives the runs from the leaves in the log and the tickets of their certificates. */
async function rebuildPlaces(query: Query, kept: Kept): Promise<Repaired> {
  await query('select pg_advisory_xact_lock($1)', [SEQUENCER_LOCK]);
  await loadMovedLeaves(query, kept);
  await query(`create temporary table fresh_places on commit drop as ${DERIVED_RUNS}`);
  const [sums] = await query(
    `select coalesce(sum(last_ticket - first_ticket + 1), 0)::bigint as places,
            (select coalesce(max(size), 0) from log_state) as size from fresh_places`,
  );
  if (sums?.places !== sums?.size) {
    const told = 'places were left as they are: not every leaf in the log belongs to a certificate';
    return { told, isWhole: false };
  }
  await query('delete from log_places');
  const rows = await query(
    `insert into log_places (first_leaf_index, first_ticket, last_ticket)
     select first_leaf_index, first_ticket, last_ticket from fresh_places returning 1`,
  );
  return whole(`${rows.length} runs of places were rebuilt`);
}

async function correctQueue(query: Query, kept: Kept): Promise<Repaired> {
  // The lock stops the sequencer, so that nothing is placed twice.
  await query('select pg_advisory_xact_lock($1)', [SEQUENCER_LOCK]);
  const gone = await query(
    `delete from log_queue where id in (select id from (${waitingInVain()}) v) returning 1`,
  );
  const changed = await query(
    `update log_queue q set leaf_hash = w.leaf_hash from (${waitingWithAnotherHash()}) w where w.id = q.id returning 1`,
  );
  await loadMovedLeaves(query, kept);
  const made = await query(`${QUEUE_AGAIN} returning 1`);
  const entries = await deriveWaiting(query);
  const [left] = await query(
    `select (select count(*) from (${neitherPlacedNorWaiting()}) lost)
            + (select count(*) from (${waitingInVain()}) vain) as n`,
  );
  return {
    told: `${made.length} certificates were queued again, ${changed.length} hashes and ${entries} entries in the queue were corrected, and ${gone.length} leaves were deleted from it`,
    isWhole: left?.n === 0,
  };
}

/**
 * Loads the leaves that are in the file store alone, after checking each tile. Without them a certificate would get a
 * second place.
 */
async function loadMovedLeaves(query: Query, kept: Kept): Promise<void> {
  const database = { query };
  const { dropped } = await readTileMarks(database);
  const log = withStoredTiles(makeLogRows(database), () => readTileMarks(database), kept);
  await query(
    `create temporary table if not exists ${MOVED_LEAVES} (tile bigint, hashes bytea) on commit drop`,
  );
  for (let tile = 0; tile < dropped / TILE_WIDTH; tile += 1) {
    const hashes = await log.readTile(0, tile, TILE_WIDTH);
    await query(`insert into ${MOVED_LEAVES} (tile, hashes) values ($1, $2)`, [tile, hashes]);
  }
}
