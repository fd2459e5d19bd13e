/** Shows what migrating would do to a database as it is now. It changes nothing. */

import { type Migration, pendingIn, readMigrations } from '../migrate.ts';
import type { Database } from '../pool.ts';
import * as read from '../row-reader.ts';
import {
  type DeclaredLock,
  declaredLocks,
  isContract,
  isOutsideTransaction,
  numberOf,
} from './declared-locks.ts';
import { olderThan, type PresentProcess, presentProcesses } from './present-processes.ts';

export type PlannedLock = DeclaredLock & {
  /** How many rows this database's table has, as PostgreSQL estimates; undefined if PostgreSQL has no estimate. */
  rows: number | undefined;
};

export type PlannedMigration = {
  name: string;
  isContract: boolean;
  isOutsideTransaction: boolean;
  /** The locks that it declares. Undefined if the file is older than the rule that locks must be declared. */
  locks: PlannedLock[] | undefined;
  /** The running processes that the migration has to wait for. */
  waitsFor: PresentProcess[];
};

export type Plan = {
  /** True if no migration was ever applied: the whole schema is then made at once, and nobody waits for it. */
  isNew: boolean;
  pending: PlannedMigration[];
  processes: PresentProcess[];
};

const ROWS = `
  select relname as table, reltuples::bigint as rows from pg_class
   where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace and reltuples >= 0`;

export async function readPlan(
  database: Pick<Database, 'query'>,
  migrations?: readonly Migration[],
): Promise<Plan> {
  const query = (statement: string) => database.query(statement);
  const processes = await presentProcesses(query);
  const rows = new Map((await query(ROWS)).map((row) => [read.text(row, 'table'), read.number(row, 'rows')]));
  const own = migrations ?? (await readMigrations());
  const pending = await pendingIn(query, own);
  return {
    isNew: pending.length === own.length,
    processes,
    pending: pending.map((migration) => ({
      name: migration.name,
      isContract: isContract(migration.name),
      isOutsideTransaction: isOutsideTransaction(migration),
      locks: declaredLocks(migration)?.map((lock) => ({ ...lock, rows: rows.get(lock.table) })),
      waitsFor: isContract(migration.name) ? olderThan(processes, numberOf(migration.name)) : [],
    })),
  };
}
