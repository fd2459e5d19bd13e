/**
 * Changes take turns. Those of one member wait for each other in the database, each on a connection of its own: a
 * hundred at once would take them all, and whoever only reads would be told that storage is away.
 */

import { asNotBegun } from '../database/outcome.ts';
import { AppError } from '../kernel/errors.ts';
import { makeSemaphore } from '../kernel/pacing/semaphore.ts';

type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Some connections stay free for reads: the default of one process is sixteen. */
const AT_ONCE = 6;
const PATIENCE_MS = 20_000;

export function makeTurns(atOnce = AT_ONCE, patienceMs = PATIENCE_MS): Turns {
  const turns = makeSemaphore({ places: atOnce, line: { patienceMs }, refusal: overloaded });
  return (work) =>
    turns.run(async () => {
      try {
        return await work();
      } catch (error) {
        // With the database away nobody behind fares better, and all are told at once.
        if (isAway(error)) turns.refuseWaiting(asNotBegun(error));
        throw error;
      }
    });
}

/** One line for each database. */
export function turnsOf(database: object): Turns {
  let turns = lines.get(database);
  if (turns === undefined) {
    turns = makeTurns();
    lines.set(database, turns);
  }
  return turns;
}

const lines = new WeakMap<object, Turns>();

function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'storage_unavailable';
}

function overloaded(): AppError {
  return new AppError(
    'overloaded',
    {
      en: 'Too many changes wait at the moment. Nothing was changed; please try again in {wait}.',
      es: 'Demasiados cambios esperan en este momento. No se cambió nada; intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: 2 },
  );
}
