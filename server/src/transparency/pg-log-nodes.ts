/** Stores the hashes of complete subtrees, many in a row. */

import type { NodeRun } from '@sello/proof';
import type { Database, Query } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { LogRows } from './tiles/stored-tiles.ts';

/**
 * Hashes in one row of `log_nodes`. That is a kilobyte, so a row is stored inside its page, and one look-up finds a
 * hash.
 */
const CHUNK = 32;
/** Hashes in one published tile. */
const TILE = 256;
const HASH_BYTES = 32;

/** Marks a place without a hash. */
const NO_HASH = Buffer.alloc(HASH_BYTES);

/** Reads all hashes as one row. A row for each hash would make a proof take a third longer. */
const READ_NODES = `
  select string_agg(coalesce(nullif(substr(n.hashes, wanted.first_byte, 32), ''::bytea), $4),
                    ''::bytea order by wanted.place) as hashes
    from unnest($1::integer[], $2::bigint[], $3::integer[]) with ordinality as wanted (level, chunk, first_byte, place)
    left join log_nodes n on n.level = wanted.level and n.chunk = wanted.chunk`;

const READ_TILE = `
  select substr(string_agg(hashes, ''::bytea order by chunk), 1, $4) as hashes
    from log_nodes where level = $1 and chunk >= $2 and chunk < $3`;

const APPEND_PIECES = `
  insert into log_nodes as n (level, chunk, hashes)
  select piece.level, piece.chunk, piece.hashes
    from unnest($1::integer[], $2::bigint[], $3::integer[], $4::bytea[]) as piece (level, chunk, offset_bytes, hashes)
  on conflict (level, chunk) do update set hashes = n.hashes || excluded.hashes
  returning length(hashes) as bytes`;

export function nodeRows(database: Pick<Database, 'query'>): Pick<LogRows, 'findNodes' | 'readTile'> {
  return {
    async findNodes(addresses) {
      const rows = await database.query(
        READ_NODES,
        [
          addresses.map(({ level }) => level),
          addresses.map(({ index }) => Math.floor(index / CHUNK)),
          addresses.map(({ index }) => (index % CHUNK) * HASH_BYTES + 1),
          NO_HASH,
        ],
        'log-nodes',
      );
      const hashes = splitHashes(read.optionalBytes(read.firstRow(rows), 'hashes'));
      return hashes.map((hash) => (NO_HASH.equals(hash) ? undefined : hash));
    },

    async readTile(level, tile, width) {
      const rows = await database.query(
        READ_TILE,
        [level, (tile * TILE) / CHUNK, ((tile + 1) * TILE) / CHUNK, width * HASH_BYTES],
        'log-tile',
      );
      const hashes = read.optionalBytes(read.firstRow(rows), 'hashes');
      return hashes?.length === width * HASH_BYTES ? hashes : undefined;
    },
  };
}

/** Appends runs of hashes to their rows; throws if a row is not as long as the run expects. */
export async function appendRuns(query: Query, runs: readonly NodeRun[]): Promise<void> {
  const pieces = runs.flatMap(toPieces);
  const rows = await query(APPEND_PIECES, [
    pieces.map(({ level }) => level),
    pieces.map(({ chunk }) => chunk),
    pieces.map(({ offsetBytes }) => offsetBytes),
    pieces.map(({ hashes }) => hashes),
  ]);
  const isWhole = rows.every(
    (row, i) => row.bytes === (pieces[i]?.offsetBytes ?? 0) + (pieces[i]?.hashes.length ?? 0),
  );
  if (!isWhole || rows.length !== pieces.length)
    throw new Error('The stored nodes do not match the size of the log');
}

type Piece = { level: number; chunk: number; offsetBytes: number; hashes: Buffer };

function toPieces({ level, firstIndex, hashes }: NodeRun): Piece[] {
  const pieces: Piece[] = [];
  for (let done = 0; done < hashes.length; ) {
    const index = firstIndex + done;
    const room = CHUNK - (index % CHUNK);
    const part = hashes.slice(done, done + room);
    pieces.push({
      level,
      chunk: Math.floor(index / CHUNK),
      offsetBytes: (index % CHUNK) * HASH_BYTES,
      hashes: Buffer.concat(part),
    });
    done += part.length;
  }
  return pieces;
}

/** Splits hashes that the database has concatenated. For undefined, the list is empty. */
export function splitHashes(joined: Uint8Array | undefined = new Uint8Array(0)): Uint8Array[] {
  return Array.from({ length: joined.length / HASH_BYTES }, (_, i) =>
    joined.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}
