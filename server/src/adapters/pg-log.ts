/** The append-only log in PostgreSQL: queue, hashes of complete subtrees, signed checkpoints. */

import type { NodeRun } from '@sello/proof';
import type { CheckpointRow, MerkleLogStore } from '../ports.ts';
import type { Database, Row } from './pg.ts';

/** Held for the length of one advance: a single sequencer over any number of processes, replaced at once when it dies. */
export const SEQUENCER_LOCK = 7355_0002;

/** Hashes in one row of `log_nodes`: a kilobyte, so that a row stands in its page and one look-up finds a hash. */
const CHUNK = 32;
/** Hashes in one published tile. */
const TILE = 256;
const HASH_BYTES = 32;

export function makeMerkleLogStore(database: Database): MerkleLogStore {
  return {
    async open(origin, newSigningKey) {
      await database.query(
        'make-log',
        'insert into log_state (origin, signing_key) values ($1, $2) on conflict do nothing',
        [origin, newSigningKey],
      );
      const [row] = await database.query('log-identity', 'select origin, signing_key from log_state', []);
      return { origin: row?.origin as string, signingKey: row?.signing_key as Uint8Array };
    },

    advance: (maxLeaves, compute, now) =>
      database.transaction(async (query) => {
        const [lock] = await query('select pg_try_advisory_xact_lock($1) as mine', [SEQUENCER_LOCK]);
        if (lock?.mine !== true) return 0;
        const waiting = await query(
          'select id, account_id, certificate_id, leaf_hash from log_queue order by id limit $1',
          [maxLeaves],
        );
        if (waiting.length === 0) return 0;
        const [state] = await query('select size, frontier from log_state');
        const size = state?.size as number;
        const next = await compute(
          { size, nodes: state?.frontier as Uint8Array[] },
          waiting.map((row) => row.leaf_hash as Uint8Array),
        );
        // Everything below is one commit: a crash before it leaves the leaves waiting and nothing signed that
        // anybody has seen; after it the checkpoint is there with all that it covers.
        await appendRuns(query, next.runs);
        await query(
          `update certificates c set leaf_index = placed.leaf_index
             from unnest($1::text[], $2::text[], $3::bigint[]) as placed (account_id, id, leaf_index)
            where c.account_id = placed.account_id and c.id = placed.id`,
          [column(waiting, 'account_id'), column(waiting, 'certificate_id'), waiting.map((_, i) => size + i)],
        );
        await query('delete from log_queue where id = any($1)', [column(waiting, 'id')]);
        await query('update log_state set size = $1, frontier = $2', [
          next.frontier.size,
          next.frontier.nodes,
        ]);
        await query('insert into checkpoints (size, root, note, created_at) values ($1, $2, $3, $4)', [
          next.frontier.size,
          next.root,
          next.note,
          now,
        ]);
        return waiting.length;
      }),

    async readNodes(addresses) {
      const rows = await database.query(
        'log-nodes',
        `select wanted.place, substr(n.hashes, wanted.first_byte, 32) as hash
           from unnest($1::integer[], $2::bigint[], $3::integer[]) with ordinality as wanted (level, chunk, first_byte, place)
           join log_nodes n on n.level = wanted.level and n.chunk = wanted.chunk
          order by wanted.place`,
        [
          addresses.map(({ level }) => level),
          addresses.map(({ index }) => Math.floor(index / CHUNK)),
          addresses.map(({ index }) => (index % CHUNK) * HASH_BYTES + 1),
        ],
      );
      if (rows.length !== addresses.length) throw new Error('The log lacks a node that it must have');
      return rows.map((row) => row.hash as Uint8Array);
    },

    async readTile(level, tile, width) {
      const [row] = await database.query(
        'log-tile',
        `select substr(string_agg(hashes, ''::bytea order by chunk), 1, $4) as hashes
           from log_nodes where level = $1 and chunk >= $2 and chunk < $3`,
        [level, (tile * TILE) / CHUNK, ((tile + 1) * TILE) / CHUNK, width * HASH_BYTES],
      );
      const hashes = row?.hashes as Uint8Array | null | undefined;
      return hashes?.length === width * HASH_BYTES ? hashes : undefined;
    },

    async latestCheckpoint() {
      const [row] = await database.query(
        'latest-checkpoint',
        'select size, root, note, created_at from checkpoints order by size desc limit 1',
        [],
      );
      return row && toCheckpoint(row);
    },

    async checkpointAt(size) {
      const [row] = await database.query(
        'checkpoint-at',
        'select size, root, note, created_at from checkpoints where size = $1',
        [size],
      );
      return row && toCheckpoint(row);
    },

    async checkpointOver(leafIndex) {
      const [row] = await database.query(
        'checkpoint-over',
        'select size, root, note, created_at from checkpoints where size > $1 order by size limit 1',
        [leafIndex],
      );
      return row && toCheckpoint(row);
    },
  };
}

type Query = (text: string, params?: readonly unknown[]) => Promise<Row[]>;

/** Appends runs of hashes to their rows; a row that is not as long as the run supposes stops everything. */
async function appendRuns(query: Query, runs: readonly NodeRun[]): Promise<void> {
  const pieces = runs.flatMap(toPieces);
  const rows = await query(
    `insert into log_nodes as n (level, chunk, hashes)
     select piece.level, piece.chunk, piece.hashes
       from unnest($1::integer[], $2::bigint[], $3::integer[], $4::bytea[]) as piece (level, chunk, offset_bytes, hashes)
     on conflict (level, chunk) do update set hashes = n.hashes || excluded.hashes
     returning length(hashes) as bytes`,
    [
      pieces.map(({ level }) => level),
      pieces.map(({ chunk }) => chunk),
      pieces.map(({ offsetBytes }) => offsetBytes),
      pieces.map(({ hashes }) => hashes),
    ],
  );
  const isWhole = rows.every(
    (row, i) => row.bytes === (pieces[i]?.offsetBytes ?? 0) + (pieces[i]?.hashes.length ?? 0),
  );
  if (!isWhole || rows.length !== pieces.length) throw new Error('The stored log does not fit its own size');
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

function column(rows: readonly Row[], name: string): unknown[] {
  return rows.map((row) => row[name]);
}

function toCheckpoint(row: Row): CheckpointRow {
  return {
    size: row.size as number,
    root: row.root as Uint8Array,
    note: row.note as string,
    createdAt: row.created_at as Date,
  };
}
