/** The stored log: its state, leaves at their places, checkpoints and rows of hashes. */

import type { Row } from '../../../database/pool.ts';
import { bytes, bytesList, number, optionalBytes, text } from '../../../database/row-reader.ts';
import type { Snapshot } from '../../../database/snapshot.ts';
import { mapBatches } from '../../../kernel/batches.ts';
import { toCheckpoint } from '../../../transparency/pg-checkpoints.ts';
import { logKeysIn, SELECT_LOG_KEYS } from '../../../transparency/pg-log-keys.ts';
import { SELECT_TILE_MARKS, tileMarksIn } from '../../../transparency/tiles/pg-tile-marks.ts';
import { PLACED, PLACED_WITH_TICKETS } from '../pg-places.ts';
import { openLogKey } from '../pg-read-keys.ts';
import { type Pieced, readPieces, rowsOf } from '../pieces/pg-pieces.ts';
import type { LogReads, LogStateRow, PlacedLeaf } from './ports.ts';

/** Hashes per row of `log_nodes`, and entries per row of `log_entries`. */
const CHUNK = 32;

export function makeLogReads(snapshot: Snapshot, masters: readonly Uint8Array[]): LogReads {
  return {
    logState: () => readLogState(snapshot, masters),

    tileMarks: async () => tileMarksIn(await snapshot.query(SELECT_TILE_MARKS)),

    async hasPlaces() {
      const [row] = await snapshot.query(`select exists (${PLACED}) as some`);
      return row?.some === true;
    },

    placedLeaves: (from, end) => readPlacedLeaves(snapshot, from, end),

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
      return rows.map((row) => ({ ...toNodePlace(row), hashes: bytes(row, 'hashes') }));
    },

    misshapenNodes: () => mapBatches(readPieces(snapshot, MISSHAPEN_NODES), toNodePlace),

    misshapenEntries: () =>
      mapBatches(readPieces(snapshot, MISSHAPEN_ENTRIES), (row) => ({ chunk: number(row, 'chunk') })),
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

async function readLogState(
  snapshot: Snapshot,
  masters: readonly Uint8Array[],
): Promise<LogStateRow | undefined> {
  const [row] = await snapshot.query(
    `select origin, size, frontier, (select coalesce(max(size), 0) from checkpoints) as signed_size
           from log_state where only_row`,
  );
  if (row === undefined) return undefined;
  const origin = text(row, 'origin');
  const keys = logKeysIn(await snapshot.query(SELECT_LOG_KEYS));
  return {
    origin,
    signingKeys: keys.map((key) => openLogKey(masters, origin, key)),
    size: number(row, 'size'),
    signedSize: number(row, 'signed_size'),
    frontier: bytesList(row, 'frontier'),
  };
}

async function readPlacedLeaves(snapshot: Snapshot, from: number, end: number): Promise<PlacedLeaf[]> {
  const [run] = await snapshot.query(TICKETS, [from, end]);
  if (run === undefined || run.first === null) return [];
  // The planner may not know how the table has grown; reading all of it for a few thousand rows is never right.
  await snapshot.query('set local enable_seqscan = off');
  const rows = await snapshot.query(LEAVES, [from, end, number(run, 'first'), number(run, 'last')]);
  return rows.map(toPlacedLeaf);
}

/**
 * The tickets that stand at these places. Of a run no more than that: a log that was never interrupted is one run, and would be
 * read as a whole for each of its pieces. Runs that overlap are reported by themselves.
 */
const TICKETS = `
  select min(first_ticket + greatest($1 - first_leaf_index, 0)) as first,
         max(least(last_ticket, first_ticket + $2 - 1 - first_leaf_index)) as last
    from log_places
   where first_leaf_index < $2
     and first_leaf_index >= coalesce((select max(first_leaf_index) from log_places where first_leaf_index <= $1), 0)`;

/** Found by the range of their tickets, which is what the index answers. */
const LEAVES = `
  select p.place, t.leaf_hash, p.account_id || ' ' || p.certificate_id as where_ids
    from (${PLACED_WITH_TICKETS}) p left join certificate_tokens t using (account_id, certificate_id)
   where p.ticket between $3 and $4 and p.place >= $1 and p.place < $2
   order by p.place, p.account_id, p.certificate_id`;

/** At the same moment as the rows, which grow with it. */
const SIZE = 'coalesce((select size from log_state where only_row), 0)';

/** Rows of a level that are in the file store alone: `wholeRows` of `transparency/tiles/full-tiles.ts`. */
const WHOLE_ROWS = `
  coalesce((select (dropped >> least(8 * (greatest(level, 0) / 8 + 1), 63)) << 8 >> greatest(level, 0) % 8 >> 5
              from log_tiles), 0)`;

/** Each level of a log has `size / 2^level` complete subtrees, 32 to a row. */
const MISSHAPEN_NODES: Pieced = {
  of: rowsOf('log_nodes', ['level', 'chunk'], 'level, chunk, length(hashes) as bytes'),
  sql: `select level, chunk from piece
    where level not between 0 and 62 or chunk < 0 or chunk < ${WHOLE_ROWS}
       or bytes <> 32 * least(${CHUNK}, (${SIZE} >> least(greatest(level, 0), 62)) - ${CHUNK} * chunk)`,
};

/** As long as its last entry is far; behind it may be leaves that have none. */
const MISSHAPEN_ENTRIES: Pieced = {
  of: rowsOf('log_entries', ['chunk'], 'chunk, length(entries) as bytes'),
  sql: `select chunk from piece
    where chunk < 0 or bytes % 32 <> 0 or bytes > 32 * least(${CHUNK}, ${SIZE} - ${CHUNK} * chunk)`,
};

function toPlacedLeaf(row: Row): PlacedLeaf {
  return {
    place: number(row, 'place'),
    leafHash: optionalBytes(row, 'leaf_hash'),
    where: text(row, 'where_ids'),
  };
}

function toNodePlace(row: Row): { level: number; chunk: number } {
  return { level: number(row, 'level'), chunk: number(row, 'chunk') };
}
