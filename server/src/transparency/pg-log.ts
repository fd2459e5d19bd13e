/** The append-only log in PostgreSQL: queue, hashes of complete subtrees, signed checkpoints. */

import type { NodeRun } from '@sello/proof';
import type { Database, Row } from '../database/pool.ts';
import { bytes, bytesList, date, firstRow, number, optionalBytes, text } from '../database/row-reader.ts';
import type { CheckpointRow, MerkleLogStore } from './ports.ts';

/** Held for the length of one advance: a single sequencer over any number of processes, replaced at once when it dies. */
export const SEQUENCER_LOCK = 7355_0002;

/** Hashes in one row of `log_nodes`: a kilobyte, so that a row stands in its page and one look-up finds a hash. */
const CHUNK = 32;
/** Hashes in one published tile. */
const TILE = 256;
const HASH_BYTES = 32;

/**
 * Moves leaves from the queue to their places, in the order of their tickets, and answers with their hashes. Tickets
 * that follow each other are one run; those that follow the newest run lengthen it. A certificate that is committed
 * while this runs may have a lower ticket than some that are taken: it comes with the next batch, in a run of its own.
 */
const TAKE_WAITING = `
  with taken as (
    delete from log_queue where ctid = any (array(select ctid from log_queue order by id limit $1))
    returning id, leaf_hash
  ), placed as (
    select id, size + row_number() over (order by id) - 1 as leaf_index from taken, log_state
  ), runs as (
    select min(leaf_index) as first_leaf_index, min(id) as first_ticket, max(id) as last_ticket
      from placed group by id - leaf_index
  ), written as (
    insert into log_places (first_leaf_index, first_ticket, last_ticket)
    select coalesce(newest.first_leaf_index, runs.first_leaf_index),
           coalesce(newest.first_ticket, runs.first_ticket),
           runs.last_ticket
      from runs
      left join (select * from log_places order by first_leaf_index desc limit 1) newest
        on newest.last_ticket = runs.first_ticket - 1
       and newest.first_leaf_index + newest.last_ticket - newest.first_ticket = runs.first_leaf_index - 1
    on conflict (first_leaf_index) do update set last_ticket = excluded.last_ticket
  )
  select string_agg(leaf_hash, ''::bytea order by id) as leaves from taken`;

export function makeMerkleLogStore(database: Database): MerkleLogStore {
  return {
    async open(origin, newSigningKey) {
      await database.query(
        'make-log',
        'insert into log_state (origin, signing_key) values ($1, $2) on conflict do nothing',
        [origin, newSigningKey],
      );
      const row = firstRow(
        await database.query('log-identity', 'select origin, signing_key from log_state', []),
      );
      return { origin: text(row, 'origin'), signingKey: bytes(row, 'signing_key') };
    },

    advance: (maxLeaves, compute, now) =>
      database.transaction(async (query) => {
        const [lock] = await query('select pg_try_advisory_xact_lock($1) as mine', [SEQUENCER_LOCK]);
        if (lock?.mine !== true) return 0;
        const taken = firstRow(await query(TAKE_WAITING, [maxLeaves]));
        const leaves = splitHashes(optionalBytes(taken, 'leaves'));
        if (leaves.length === 0) return 0;
        const state = firstRow(await query('select size, frontier from log_state'));
        const next = await compute(
          { size: number(state, 'size'), nodes: bytesList(state, 'frontier') },
          leaves,
        );
        // Everything is one commit: a crash before it leaves the leaves waiting and nothing signed that anybody
        // has seen; after it the checkpoint is there with all that it covers.
        await appendRuns(query, next.runs);
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
        return leaves.length;
      }),

    async readNodes(addresses) {
      // One answer instead of a row per hash: a quarter of the time of a proof.
      const rows = await database.query(
        'log-nodes',
        `select string_agg(substr(n.hashes, wanted.first_byte, 32), ''::bytea order by wanted.place) as hashes
           from unnest($1::integer[], $2::bigint[], $3::integer[]) with ordinality as wanted (level, chunk, first_byte, place)
           join log_nodes n on n.level = wanted.level and n.chunk = wanted.chunk`,
        [
          addresses.map(({ level }) => level),
          addresses.map(({ index }) => Math.floor(index / CHUNK)),
          addresses.map(({ index }) => (index % CHUNK) * HASH_BYTES + 1),
        ],
      );
      const hashes = splitHashes(optionalBytes(firstRow(rows), 'hashes'));
      if (hashes.length !== addresses.length) throw new Error('The log lacks a node that it must have');
      return hashes;
    },

    async readTile(level, tile, width) {
      const rows = await database.query(
        'log-tile',
        `select substr(string_agg(hashes, ''::bytea order by chunk), 1, $4) as hashes
           from log_nodes where level = $1 and chunk >= $2 and chunk < $3`,
        [level, (tile * TILE) / CHUNK, ((tile + 1) * TILE) / CHUNK, width * HASH_BYTES],
      );
      const hashes = optionalBytes(firstRow(rows), 'hashes');
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

/** Hashes that the database has strung together; none where it had none to string. */
function splitHashes(strung: Uint8Array | undefined = new Uint8Array(0)): Uint8Array[] {
  return Array.from({ length: strung.length / HASH_BYTES }, (_, i) =>
    strung.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
}

export function toCheckpoint(row: Row): CheckpointRow {
  return {
    size: number(row, 'size'),
    root: bytes(row, 'root'),
    note: text(row, 'note'),
    createdAt: date(row, 'created_at'),
  };
}
