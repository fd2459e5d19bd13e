/** Brings a database to the schema of this version: numbered files, forward only, once each. */

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { OperatorError } from '../kernel/operator-error.ts';
import type { Database, TransactionQuery } from './pool.ts';
import { text } from './row-reader.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);

/** Serialises processes that start together. Any number that no other program on the database uses. */
const MIGRATION_LOCK = 7355_0001;

export type Migration = { name: string; sha256: string; sql: string };

/** This version's migrations, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, MIGRATIONS), 'utf8');
      return { name, sha256: createHash('sha256').update(sql).digest('hex'), sql };
    }),
  );
}

/** Applies pending migrations and returns their names. */
export async function migrate(database: Database): Promise<string[]> {
  const migrations = await readMigrations();
  return database.transaction((query) => applyMigrations(query, migrations));
}

/** Runs in the caller's transaction. */
export async function applyMigrations(
  query: TransactionQuery,
  migrations: readonly Migration[],
): Promise<string[]> {
  // Held to the end of the transaction: the second of two starting processes waits, then finds nothing to do.
  await query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await query(
    'create table if not exists migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  );
  const known = new Map(
    (await query('select name, sha256 from migrations')).map((row) => [
      text(row, 'name'),
      text(row, 'sha256'),
    ]),
  );
  assertNotNewer(
    [...known.keys()],
    migrations.map(({ name }) => name),
  );
  const applied: string[] = [];
  for (const { name, sha256, sql } of migrations) {
    if (known.has(name)) {
      if (known.get(name) !== sha256)
        throw new OperatorError({
          en: `Migration ${name} was changed after it had been applied. Start the version that applied it; changes go into a new migration.`,
          es: `La migración ${name} cambió después de aplicarse. Inicie la versión que la aplicó; los cambios van en una migración nueva.`,
        });
      continue;
    }
    await query(sql);
    await query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256]);
    applied.push(name);
  }
  return applied;
}

/** An old program on a newer schema could write what the newer one cannot read. */
function assertNotNewer(known: readonly string[], files: readonly string[]): void {
  const foreign = known.filter((name) => !files.includes(name));
  if (foreign.length > 0) {
    const names = foreign.join(', ');
    throw new OperatorError({
      en: `The database was made by a newer version of Sello (it has ${names}). Start that version instead.`,
      es: `La base de datos es de una versión más nueva de Sello (tiene ${names}). Inicie esa versión.`,
    });
  }
}
