/** What a migration really locked, read and rewrote, according to PostgreSQL. */

import type { Query } from '../../server/src/database/pool.ts';
import {
  type DeclaredLock,
  LOCK_MODES,
  type LockMode,
  type Work,
} from '../../server/src/database/upgrades/declared-locks.ts';

export type RealLock = { table: string; mode: LockMode; work: 'instant' | 'reads' | 'writes' };

const TABLES = `
  select oid::bigint as oid, relname as table, pg_relation_filenode(oid)::bigint as file from pg_class
   where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace`;

/** `ShareUpdateExclusiveLock` is `share update exclusive`. */
const HELD = `
  select relation::bigint as oid, lower(trim(regexp_replace(replace(mode, 'Lock', ''), '([A-Z])', ' \\1', 'g'))) as mode
    from pg_locks where locktype = 'relation' and pid = pg_backend_pid() and granted
     and database = (select oid from pg_database where datname = current_database())`;

/** Includes tables that `alter table` reads to check a constraint, or from which an index is built. */
const SCANS = 'select relid::bigint as oid, seq_scan as scans from pg_stat_xact_user_tables';

/** Runs the migration in the caller's transaction. New tables are left out, because nobody uses them yet. */
export async function realLocks(query: Query, sql: string): Promise<RealLock[]> {
  const before = await query(TABLES);
  // Statistics of the session's earlier transactions may not have been published yet.
  const scansBefore = await scansOf(query);
  await query(sql);
  const files = new Map((await query(TABLES)).map(({ oid, file }) => [oid, file]));
  const held = await query(HELD);
  const scans = await scansOf(query);
  return before.flatMap(({ oid, table, file }) => {
    const mode = LOCK_MODES.findLast((one) => held.some((lock) => lock.oid === oid && lock.mode === one));
    if (mode === undefined) return [];
    const isRead = scans.get(oid) !== scansBefore.get(oid);
    // An update or a delete also reads the rows that it changes.
    const isRewritten = files.get(oid) !== file || (mode === 'row exclusive' && isRead);
    const work = isRewritten ? 'writes' : isRead ? 'reads' : 'instant';
    return [{ table: String(table), mode, work }];
  });
}

async function scansOf(query: Query): Promise<Map<unknown, unknown>> {
  return new Map((await query(SCANS)).map(({ oid, scans }) => [oid, scans]));
}

/**
 * Tables with one row, or with a row for each of a few things that an operator sets up: they do not grow with
 * certificates or members. The queue of the log has only leaves since the last checkpoint.
 */
const TABLES_OF_FEW_ROWS = [
  'calendars',
  'chain_problems',
  'chains',
  'cosigners',
  'duties',
  'log_keys',
  'log_ml_dsa_keys',
  'log_queue',
  'log_state',
  'log_witnesses',
  'migrations',
  'operator_notes',
  'search_progress',
  'url_keys',
];

/** Compares the declaration with what was observed: the declaration may name more work than that, never less. */
export function findLies(declared: readonly DeclaredLock[], real: readonly RealLock[]): string[] {
  const lies: string[] = [];
  for (const { table, mode, work } of real) {
    const said = declared.find((one) => one.table === table && one.mode === mode);
    if (said === undefined) lies.push(`-- locks ${table}: ${mode}, ${work}`);
    else if (!covers(said.work, work, table)) lies.push(`-- locks ${table}: ${mode}, ${work} …`);
  }
  for (const { table } of declared)
    if (!real.some((one) => one.table === table)) lies.push(`${table} is not locked`);
  return lies;
}

function covers(said: Work, seen: RealLock['work'], table: string): boolean {
  if (said.kind === 'few rows') return TABLES_OF_FEW_ROWS.includes(table);
  const order = ['instant', 'reads', 'writes'];
  return order.indexOf(said.kind) >= order.indexOf(seen);
}
