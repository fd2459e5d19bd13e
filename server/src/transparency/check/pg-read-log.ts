/** Reads the stored log: its state, its checkpoints, and its rows of hashes and entries. */

import { type Pieced, readPieces, rowsOf } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { mapBatches } from '../../kernel/batches.ts';
import { toCheckpoint } from '../pg-checkpoints.ts';
import { logKeysIn, SELECT_LOG_KEYS } from '../pg-log-keys.ts';
import { readTileMarks } from '../tiles/pg-tile-marks.ts';
import { openLogKey } from './pg-read-keys.ts';
import type { LogReads, LogStateRow } from './ports.ts';

/** Hashes per row of `log_nodes`, and entries per row of `log_entries`. */
const CHUNK = 32;

export function makeLogReads(snapshot: Snapshot, masters: readonly Uint8Array[]): LogReads {
  return {
    logState: () => readLogState(snapshot, masters),

    tileMarks: () => readTileMarks(snapshot),

    async *checkpoints(upTo) {
      for await (const rows of readPieces(snapshot, checkpointsUpTo(upTo)))
        yield rows.map(toCheckpoint).sort((a, b) => a.size - b.size);
    },

    async nodes(ranges) {
      const rows = await snapshot.query(
        `select n.level, n.chunk, n.hashes
           from unnest($1::integer[], $2::bigint[], $3::bigint[]) as wanted (level, first, last)
           join log_nodes n on n.level = wanted.level and n.chunk between wanted.first and wanted.last`,
        [
          ranges.map(({ level }) => level),
          ranges.map(({ firstChunk }) => firstChunk),
          ranges.map(({ lastChunk }) => lastChunk),
        ],
      );
      return rows.map((row) => ({ ...toNodePlace(row), hashes: read.bytes(row, 'hashes') }));
    },

    misshapenNodes: () => mapBatches(readPieces(snapshot, MISSHAPEN_NODES), toNodePlace),

    misshapenEntries: () =>
      mapBatches(readPieces(snapshot, MISSHAPEN_ENTRIES), (row) => ({ chunk: read.number(row, 'chunk') })),
  };
}

function checkpointsUpTo(size: number): Pieced {
  const key = ['size'];
  const { select } = rowsOf('checkpoints', key, 'size, root, note, created_at');
  return {
    of: { key, select: (past, rows) => select(`${past} and size <= ${size}`, rows) },
    sql: 'select * from piece',
  };
}

/** Reads the state of the log. Undefined if there is no log yet. */
export async function readLogState(
  snapshot: Snapshot,
  masters: readonly Uint8Array[],
): Promise<LogStateRow | undefined> {
  const [row] = await snapshot.query(
    `select origin, size, frontier, (select coalesce(max(size), 0) from checkpoints) as signed_size
           from log_state where only_row`,
  );
  if (row === undefined) return undefined;
  const origin = read.text(row, 'origin');
  const keys = logKeysIn(await snapshot.query(SELECT_LOG_KEYS));
  return {
    origin,
    signingKeys: keys.map((key) => openLogKey(masters, origin, key)),
    size: read.number(row, 'size'),
    signedSize: read.number(row, 'signed_size'),
    frontier: read.bytesList(row, 'frontier'),
  };
}

/** The size of the log, read in the same statement as the rows, which grow with it. */
const SIZE = 'coalesce((select size from log_state where only_row), 0)';

/**
 * How many rows of a level are in the file store alone, as `wholeRows` in `transparency/tiles/full-tiles.ts` counts
 * them.
 */
const WHOLE_ROWS = `
  coalesce((select (dropped >> least(8 * (greatest(level, 0) / 8 + 1), 63)) << 8 >> greatest(level, 0) % 8 >> 5
              from log_tiles), 0)`;

/**
 * Selects rows of hashes with a wrong length. Each level of a log has `size / 2^level` complete subtrees, and a row
 * holds 32 of them.
 */
const MISSHAPEN_NODES: Pieced = {
  of: rowsOf('log_nodes', ['level', 'chunk'], 'level, chunk, length(hashes) as bytes'),
  sql: `select level, chunk from piece
    where level not between 0 and 62 or chunk < 0 or chunk < ${WHOLE_ROWS}
       or bytes <> 32 * least(${CHUNK}, (${SIZE} >> least(greatest(level, 0), 62)) - ${CHUNK} * chunk)`,
};

/** Selects rows of entries with a wrong length. A row ends with its last entry; leaves after that may have none. */
const MISSHAPEN_ENTRIES: Pieced = {
  of: rowsOf('log_entries', ['chunk'], 'chunk, length(entries) as bytes'),
  sql: `select chunk from piece
    where chunk < 0 or bytes % 32 <> 0 or bytes > 32 * least(${CHUNK}, ${SIZE} - ${CHUNK} * chunk)`,
};

function toNodePlace(row: Row): { level: number; chunk: number } {
  return { level: read.number(row, 'level'), chunk: read.number(row, 'chunk') };
}
