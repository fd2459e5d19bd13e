/**
 * Brings a database to the schema of this version. Migrations are numbered files; they only go forward, and each runs
 * once.
 *
 * Migrations run while older processes serve. Every file is a transaction of its own, so that its locks are held no
 * longer than needed. A file waits only briefly for a lock, because later statements on that table queue behind it;
 * then it is retried. A file that removes something (`….contract.sql`) waits until no older process runs.
 *
 * Crash points: a file and the note that it was applied are one commit. If a file runs outside a transaction, the
 * note is written afterwards; such a file begins by removing what a crash may have left of it.
 */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database, Query } from './pool.ts';
import * as read from './row-reader.ts';
import {
  isContract,
  isOutsideTransaction,
  numberOf,
  sqlWithin,
  statementsOf,
} from './upgrades/declared-locks.ts';
import { isNoted } from './upgrades/noted-contracts.ts';
import { LOCK_WAIT_MS, makePatience } from './upgrades/patience.ts';
import { olderThan, type PresentProcess, presentProcesses } from './upgrades/present-processes.ts';
import { changedFile, contractInTheWay, newerSchema } from './upgrades/refusals.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/**
 * The lock under which processes that start together take turns. It may be any number that no other program uses on
 * this database.
 */
const MIGRATION_LOCK = 7355_0001;

/** How often to look whether another process has finished migrating. */
const BUSY_MS = 50;

export type Migration = { name: string; sha256: string; sql: string };

type MigrateOptions = {
  /** The migrations of this version; tests pass others. */
  migrations?: readonly Migration[];
  /** Called when a file stays pending because an older process is running that still needs what the file removes. */
  onWaiting?: (name: string, older: readonly PresentProcess[]) => void;
  pause?: (ms: number) => Promise<unknown>;
  /** How many times to try for a lock. */
  tries?: number;
};

/** This version's migrations, in order. */
export async function readMigrations(): Promise<Migration[]> {
  return Promise.all(
    (await migrationNames()).map(async (name) => {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, sha256: createHash('sha256').update(sql).digest('hex'), sql };
    }),
  );
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
}

/** The number of the newest migration that this version knows. */
export async function knownSchema(): Promise<number> {
  return numberOf((await migrationNames()).at(-1) ?? '0000');
}

/**
 * Applies pending migrations and returns their names. A file that runs outside a transaction needs a pool of three
 * connections.
 */
export async function migrate(database: Database, options: MigrateOptions = {}): Promise<string[]> {
  const { onWaiting = () => {}, pause = sleep } = options;
  const migrations = options.migrations ?? (await readMigrations());
  const patience = makePatience(database, pause, options.tries);
  const applied: string[] = [];
  for (;;) {
    const step = await patience.retry(() =>
      database.transaction((query) => takeStep(query, migrations, database.query)),
    );
    if (step === 'busy') await pause(BUSY_MS);
    else if ('waiting' in step) {
      onWaiting(step.waiting, step.older);
      return applied;
    } else if (step.applied.length === 0) return applied;
    else applied.push(...step.applied);
  }
}

type Step = 'busy' | { applied: string[] } | { waiting: string; older: readonly PresentProcess[] };

async function takeStep(
  query: Query,
  migrations: readonly Migration[],
  outside: Database['query'],
): Promise<Step> {
  // Tries for the lock again and again, because a session that waits for it inside the database would hold up every
  // index that is built concurrently.
  const [lock] = await query('select pg_try_advisory_xact_lock($1) as is_ours', [MIGRATION_LOCK]);
  if (lock?.is_ours !== true) return 'busy';
  // Nobody uses a new database yet, so one transaction makes the whole schema or nothing.
  if (!(await isMigrated(query))) return { applied: await applyMigrations(query, migrations) };
  const pending = await pendingIn(query, migrations);
  const [next] = pending;
  if (next === undefined) return { applied: [] };
  const older = isContract(next.name) ? olderThan(await presentProcesses(query), numberOf(next.name)) : [];
  if (older.length > 0) {
    if (pending.some(({ name }) => !isContract(name))) throw contractInTheWay(next.name, older);
    return { waiting: next.name, older };
  }
  await applyBesideTraffic(query, next, outside);
  return { applied: [next.name] };
}

async function applyBesideTraffic(
  query: Query,
  migration: Migration,
  outside: Database['query'],
): Promise<void> {
  if (isOutsideTransaction(migration)) {
    for (const statement of statementsOf(migration)) await outside(statement);
  } else {
    await query(`set local statement_timeout = 0; set local lock_timeout = ${LOCK_WAIT_MS}`);
    await query(migration.sql);
  }
  await note(query, migration);
}

/** Applies all pending migrations in the caller's transaction: for a database that nobody else uses. */
export async function applyMigrations(query: Query, migrations: readonly Migration[]): Promise<string[]> {
  await query(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const pending = await pendingIn(query, migrations);
  for (const migration of pending) {
    await query(sqlWithin(migration));
    await note(query, migration);
  }
  return pending.map(({ name }) => name);
}

async function note(query: Query, { name, sha256 }: Migration): Promise<void> {
  await query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
}

async function isMigrated(query: Query): Promise<boolean> {
  const rows = await query(`select to_regclass('migrations') is not null as is_there`);
  return read.boolean(read.firstRow(rows), 'is_there');
}

/**
 * The migrations that are not applied yet, in order. Rejects if this program cannot work with the schema. A migration
 * that removes something waits only for the processes that it sees. So call this again once other processes see this
 * one: something may have been removed before that.
 */
export async function pendingIn(query: Query, migrations: readonly Migration[]): Promise<Migration[]> {
  if (!(await isMigrated(query))) return [...migrations];
  const known = new Map(
    (await query('select name, sha256 from migrations')).map((row) => [
      read.text(row, 'name'),
      read.text(row, 'sha256'),
    ]),
  );
  const pending = migrations.filter(({ name }) => !known.has(name));
  assertCanServe([...known.keys()], migrations, pending.length > 0);
  for (const { name, sha256 } of migrations)
    if (known.has(name) && known.get(name) !== sha256) throw changedFile(name);
  return pending;
}

/**
 * An older program can use a newer schema as long as nothing was removed and all its own migrations were
 * applied.
 */
function assertCanServe(known: readonly string[], own: readonly Migration[], hasPending: boolean): void {
  const newest = numberOf(own.at(-1)?.name ?? '0000');
  const isOwn = (name: string) =>
    own.some((one) => one.name === name) || (isNoted(name) && numberOf(name) <= newest);
  const foreign = known.filter((name) => !isOwn(name)).sort();
  const isFollowed = foreign.every((name) => numberOf(name) > newest && !isContract(name));
  if (foreign.length > 0 && (hasPending || !isFollowed)) throw newerSchema(foreign);
}

/** Rejects if this program cannot serve from the schema as it is now. */
export async function assertSchemaFits(database: Pick<Database, 'query'>): Promise<void> {
  await pendingIn((statement) => database.query(statement), await readMigrations());
}
