/**
 * Limits how many changes run at once; the others wait in a queue. Changes of one member wait for each other in the
 * database, each on its own connection: a hundred at once would use all connections, and reads would fail with "storage
 * unavailable".
 */

import { asNotBegun } from '../database/outcome.ts';
import { AppError } from '../kernel/errors.ts';
import { type Holder, makeShared } from '../kernel/shares/shared.ts';
import { SHARED_THINGS, type SharedThing } from '../kernel/shares/shared-things.ts';

type Turns = <T>(holder: Holder, work: () => Promise<T>) => Promise<T>;

export function makeTurns(thing: SharedThing = SHARED_THINGS.changes): Turns {
  const turns = makeShared(thing);
  return (holder, work) =>
    turns.run(holder, async () => {
      try {
        return await work();
      } catch (error) {
        // If the database is unreachable, every change in the queue would fail too, so all are refused at once.
        if (isAway(error)) turns.refuseWaiting(asNotBegun(error));
        throw error;
      }
    });
}

/** One queue for each database. */
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
