/** Records how many leaves are in the file store, and deletes their rows afterwards. */

import type { Turn } from '../../database/duties.ts';
import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { olderThan, presentProcesses } from '../../database/upgrades/present-processes.ts';
import { rowsBetween } from './full-tiles.ts';

/**
 * How much of the log is stored in the file store, and how much of that is deleted from the database, in leaves from
 * the beginning of the log.
 */
export type TileMarks = { stored: number; dropped: number };

/** The migration that introduced stored tiles. Programs that do not know it look for every hash in the database. */
const TILES_SCHEMA = 48;

export const SELECT_TILE_MARKS = 'select stored, dropped from log_tiles';

export function tileMarksIn([row]: readonly Row[]): TileMarks {
  return row === undefined
    ? { stored: 0, dropped: 0 }
    : { stored: read.number(row, 'stored'), dropped: read.number(row, 'dropped') };
}

export async function readTileMarks({ query }: Pick<Database, 'query'>): Promise<TileMarks> {
  return tileMarksIn(await query(SELECT_TILE_MARKS, [], 'log-tile-marks'));
}

const MARK_STORED = `
  insert into log_tiles (stored) values ($1) on conflict (only_row) do update set stored = excluded.stored
   where log_tiles.stored = $2 returning stored`;

const DROP_NODES = `
  delete from log_nodes n using unnest($1::integer[], $2::bigint[], $3::bigint[]) as gone (level, first, stop)
   where n.level = gone.level and n.chunk >= gone.first and n.chunk < gone.stop`;

/** Deletes the rows of entries; a bundle is eight rows. */
const DROP_ENTRIES = `
  delete from log_entries e using unnest($1::bigint[]) as gone (bundle)
   where e.chunk >= gone.bundle * 8 and e.chunk < gone.bundle * 8 + 8`;

/** Records that leaves are stored. Rejects once this process has lost the duty. */
export async function markStored(database: Database, from: number, to: number, turn: Turn): Promise<void> {
  await database.transaction(async (query) => {
    await query('select holds_duty($1, $2)', [turn.duty, turn.number]);
    const marked = await query(MARK_STORED, [to, from]);
    if (marked.length === 0) throw changedMeanwhile();
  });
}

/** The rows to delete in one transaction. Rows of entries are deleted only if the store has their bundle. */
type DroppedRows = { from: number; to: number; bundles: readonly number[] };

/**
 * Deletes rows. If a process runs that would miss them, deletes nothing and returns false. Rejects once this process
 * has lost the duty.
 */
export async function dropRows(
  database: Database,
  { from, to, bundles }: DroppedRows,
  turn: Turn,
): Promise<boolean> {
  return database.transaction(async (query) => {
    await query('select holds_duty($1, $2)', [turn.duty, turn.number]);
    const { stored, dropped } = tileMarksIn(await query(`${SELECT_TILE_MARKS} for update`));
    if (dropped !== from || stored < to) throw changedMeanwhile();
    if (await isOlderPresent(query)) return false;
    const rows = rowsBetween(from, to);
    await query(DROP_NODES, [
      rows.map(({ level }) => level),
      rows.map(({ first }) => first),
      rows.map(({ end }) => end),
    ]);
    await query(DROP_ENTRIES, [bundles]);
    await query('update log_tiles set dropped = $1', [to]);
    return true;
  });
}

export async function isOlderPresent(query: Query): Promise<boolean> {
  return olderThan(await presentProcesses(query), TILES_SCHEMA).length > 0;
}

/** The error if another process moved tiles meanwhile, or `sello fsck --repair` restored rows. */
function changedMeanwhile(): Error {
  return new Error('The tiles of the log were moved by somebody else meanwhile');
}
