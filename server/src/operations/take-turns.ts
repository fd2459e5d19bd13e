/**
 * Changes take turns. Those of one member wait for each other in the database, each on a connection of its own: a
 * hundred at once would take them all, and whoever only reads would be told that storage is away.
 */

import { asNotBegun } from '../database/outcome.ts';
import { AppError } from '../kernel/errors.ts';

export type Turns = <T>(work: () => Promise<T>) => Promise<T>;

/** Some connections stay free for reads: the default of one process is sixteen. */
const AT_ONCE = 6;
const PATIENCE_MS = 20_000;

type Waiter = { start(): void; fail(error: unknown): void };

export function makeTurns(atOnce = AT_ONCE, patienceMs = PATIENCE_MS): Turns {
  let running = 0;
  const waiting = new Set<Waiter>();
  const wait = () =>
    new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => leave(() => reject(overloaded())), patienceMs).unref();
      const waiter: Waiter = {
        start: () => leave(resolve),
        fail: (error) => leave(() => reject(error)),
      };
      const leave = (end: () => void) => {
        clearTimeout(timer);
        waiting.delete(waiter);
        end();
      };
      waiting.add(waiter);
    });
  return async (work) => {
    if (running >= atOnce) await wait();
    else running += 1;
    try {
      return await work();
    } catch (error) {
      // With the database away nobody behind fares better, and all are told at once.
      if (isAway(error)) for (const waiter of [...waiting]) waiter.fail(asNotBegun(error));
      throw error;
    } finally {
      // The turn goes to the next in line.
      const [next] = waiting;
      if (next === undefined) running -= 1;
      else next.start();
    }
  };
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
