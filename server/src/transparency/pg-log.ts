/** The append-only log in PostgreSQL: queue, hashes of complete subtrees, entries, signed checkpoints. */

import type { Database, Query } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { KeptObjects } from '../kernel/disk/kept-objects.ts';
import { checkpointReads } from './pg-checkpoints.ts';
import { APPEND_ENTRIES, entryRows } from './pg-log-entries.ts';
import { logKeysIn, logKeyWrites, SELECT_LOG_KEYS } from './pg-log-keys.ts';
import { appendRuns, nodeRows, splitHashes } from './pg-log-nodes.ts';
import type { MerkleLogStore } from './ports.ts';
import { SEQUENCER_LOCK } from './sequencer-lock.ts';
import { readTileMarks } from './tiles/pg-tile-marks.ts';
import { type LogRows, withStoredTiles } from './tiles/stored-tiles.ts';

/**
 * Moves leaves from the queue to their places, in ticket order, and returns their hashes; their published entries are
 * written in the same statement. Consecutive tickets form one run; those that follow the newest run extend it. A
 * certificate that is committed while this runs may have a lower ticket than leaves that are taken; the next batch
 * gives it a place, in a run of its own.
 */
const TAKE_WAITING = `
  with taken as (
    delete from log_queue where ctid = any (array(select ctid from log_queue order by id limit $1))
    returning id, leaf_hash, entry
  ), placed as (
    select id, entry, size + row_number() over (order by id) - 1 as leaf_index from taken, log_state
  ), bundled as (${APPEND_ENTRIES}
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

/** The part of the tree and of the entries that is in the database. */
export function makeLogRows(database: Pick<Database, 'query'>): LogRows {
  return { ...nodeRows(database), ...entryRows(database) };
}

/**
 * Makes the store of the log. `kept` is the store to which full tiles may have been moved; callers that read neither
 * tree nor entries leave it out.
 */
export function makeMerkleLogStore(database: Database, kept?: Pick<KeptObjects, 'read'>): MerkleLogStore {
  return {
    open: (origin, newSigningKey) => openLogState(database, origin, newSigningKey),

    async advance(maxLeaves, compute, now, turn) {
      if (!(await isAnyWaiting(database))) return 0;
      return database.transaction((query) => advance(query, maxLeaves, compute, now, turn));
    },

    ...logKeyWrites(database),
    ...withStoredTiles(makeLogRows(database), () => readTileMarks(database), kept),
    ...checkpointReads(database),
  };
}

/** Opens the log. The first process decides its name and key, and later ones get what the first has stored. */
async function openLogState(
  database: Database,
  origin: string,
  newSigningKey: Uint8Array,
): ReturnType<MerkleLogStore['open']> {
  await database.query(
    'insert into log_state (origin, signing_key) values ($1, $2) on conflict do nothing',
    [origin, newSigningKey],
    'make-log',
  );
  await database.query('insert into log_tiles default values on conflict do nothing', [], 'make-log-tiles');
  const row = read.firstRow(
    await database.query('select origin, signing_key from log_state', [], 'log-identity'),
  );
  return { origin: read.text(row, 'origin'), signingKey: read.bytes(row, 'signing_key') };
}

/**
 * Whether any leaf waits. If none does, the round ends after this one statement instead of after four.
 */
async function isAnyWaiting(database: Database): Promise<boolean> {
  const rows = await database.query('select id from log_queue order by id limit 1', [], 'log-waits');
  return rows.length > 0;
}

/**
 * Sequences waiting leaves in one commit. After a crash before the commit, the leaves still wait and no signed
 * checkpoint was published. After a crash after it, the checkpoint is stored with everything that it covers.
 */
async function advance(
  query: Query,
  ...[maxLeaves, compute, now, turn]: Parameters<MerkleLogStore['advance']>
): Promise<number> {
  const [lock] = await query(
    'select pg_try_advisory_xact_lock($1) as mine, holds_duty($2, $3)',
    [SEQUENCER_LOCK, turn.duty, turn.number],
    'lock-sequencer',
  );
  if (lock?.mine !== true) return 0;
  const taken = read.firstRow(await query(TAKE_WAITING, [maxLeaves]));
  const leaves = splitHashes(read.optionalBytes(taken, 'leaves'));
  if (leaves.length === 0) return 0;
  const state = read.firstRow(await query('select size, frontier from log_state'));
  const frontier = { size: read.number(state, 'size'), nodes: read.bytesList(state, 'frontier') };
  // The keys are read while the lock is held, so that a key is added or retired between two checkpoints and never
  // within one.
  const next = await compute(frontier, leaves, logKeysIn(await query(SELECT_LOG_KEYS)));
  await appendRuns(query, next.runs);
  await query('update log_state set size = $1, frontier = $2', [next.frontier.size, next.frontier.nodes]);
  await query('insert into checkpoints (size, root, note, created_at) values ($1, $2, $3, $4)', [
    next.frontier.size,
    next.root,
    next.note,
    now,
  ]);
  return leaves.length;
}
