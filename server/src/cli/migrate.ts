/** `sello migrate`: brings the database to this version's schema, or says what that would block and for how long. */

import { databaseAddress, openDatabase } from '../database/open-database.ts';
import { connectForCommand } from '../database/pool.ts';
import type { LockMode } from '../database/upgrades/declared-locks.ts';
import { describeProcess, type PresentProcess } from '../database/upgrades/present-processes.ts';
import {
  type Plan,
  type PlannedLock,
  type PlannedMigration,
  readPlan,
} from '../database/upgrades/read-plan.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { silentLogger } from '../kernel/logger.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments } from './shared/usage.ts';

export async function migrateCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { plan: { type: 'boolean' } });
  refuseArguments(positionals);
  const config = readOperatorConfig(terminal);
  const onClose: OnClose = [];
  try {
    if (values.plan === true) {
      // Connects without migrating. Opening the database as servers do would apply the migrations.
      const database = connectForCommand(await databaseAddress(config, silentLogger, onClose));
      onClose.push(() => database.close());
      for (const line of describePlan(await readPlan(database))) terminal.out(line);
    } else {
      const { database } = await openDatabase(config, silentLogger, onClose);
      for (const line of describeRest(await readPlan(database))) terminal.out(line);
    }
  } finally {
    await closeAll(onClose);
  }
}

/**
 * Opening the database has applied every migration except those that remove something that older processes still use.
 */
function describeRest({ pending }: Plan): string[] {
  if (pending.length === 0) return ["The database has this version's schema."];
  return [
    "The database has all of this version's schema that older processes can work with. Run sello migrate again once they are stopped, for:",
    ...pending.flatMap(({ name, waitsFor }) => [`  ${name}`, ...waitsFor.map(aProcess)]),
  ];
}

function describePlan({ isNew, pending, processes }: Plan): string[] {
  if (isNew) return ['The database is new: its schema is made at once, and nobody waits for it.'];
  const running = [`${processes.length || 'No'} processes run on it:`, ...processes.map(aProcess)];
  if (processes.length === 0) running.splice(0, 1, 'No process runs on it.');
  if (processes.length === 1) running.splice(0, 1, 'One process runs on it:');
  if (pending.length === 0) return ["The database has this version's schema.", ...running];
  return [
    `${pending.length} to apply, each in a transaction of its own unless it says otherwise; nothing was changed.`,
    ...running,
    ...pending.flatMap((migration) => ['', ...describeMigration(migration)]),
  ];
}

function describeMigration(migration: PlannedMigration): string[] {
  const { name, locks, isOutsideTransaction } = migration;
  return [
    name,
    `  ${stepOf(migration)}`,
    ...(isOutsideTransaction
      ? ['  Outside a transaction: if interrupted, it starts again from the beginning.']
      : []),
    ...(locks === undefined
      ? ['  This file is too old to declare its locks: apply it at a quiet time.']
      : []),
    ...(locks?.length === 0 ? ['  Locks nothing that anybody uses.'] : []),
    ...(locks ?? []).map(
      (lock) => `  Locks ${lock.table} (${lock.mode}): ${effectOf(lock.mode)}, ${durationOf(lock)}.`,
    ),
  ];
}

function stepOf({ isContract, waitsFor }: PlannedMigration): string {
  if (!isContract) return 'Expands: older processes keep running.';
  if (waitsFor.length === 0) return 'Contracts: no older process may run, and none does.';
  return `Contracts: waits until ${waitsFor.length} older ${waitsFor.length === 1 ? 'process is' : 'processes are'} stopped.`;
}

/** Which requests wait while the lock is held. */
function effectOf(mode: LockMode): string {
  if (mode === 'access exclusive') return 'reads and writes wait';
  return mode === 'row exclusive' || mode === 'share update exclusive' ? 'nobody waits' : 'writes wait';
}

function durationOf({ work, rows }: PlannedLock): string {
  if (work.kind === 'instant') return 'for an instant, however many rows there are';
  if (work.kind === 'few rows') return 'for an instant, it has few rows';
  const { kind, secondsAt100Million } = work;
  const here =
    rows === undefined
      ? 'the number of rows here is unknown until ANALYZE runs'
      : `here about ${rows.toLocaleString('en')}: ${timeOf((secondsAt100Million * rows) / 1e8)}`;
  const verb = kind === 'reads' ? 'it is read' : 'it is written anew';
  return `while ${verb}: ${timeOf(secondsAt100Million)} for 100 million rows, ${here}`;
}

function timeOf(seconds: number): string {
  if (seconds < 1) return 'less than a second';
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`;
}

function aProcess(process: PresentProcess): string {
  return `  - ${describeProcess(process)}`;
}
