/** Work that exactly one process does at a time. */

import pg from 'pg';

/**
 * The right to a duty. Its number is higher than every earlier holder's. The database refuses what is written with an
 * outdated number (`holds_duty` in the schema), whatever its holder still believes.
 */
export type Turn = { duty: string; number: number };

export type Duties = {
  /** The turn while this process has the duty; it keeps it until it stops, dies, gives it up or loses its presence. */
  take(name: string): Promise<Turn | undefined>;
  /** Offers the duty to others: for a holder that fails, or that learned that its turn is over. */
  giveUp(name: string): Promise<void>;
};

/** Whether a write was refused because another process has the duty. */
export function isTurnOver(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'SEL02';
}

/** Does `work` if this process has the duty, or gets it; false if another has it. */
export async function onDuty(
  duties: Duties,
  name: string,
  work: (turn: Turn) => Promise<void>,
): Promise<boolean> {
  const turn = await duties.take(name);
  if (turn === undefined) return false;
  try {
    await work(turn);
    return true;
  } catch (error) {
    if (isTurnOver(error)) await duties.giveUp(name);
    throw error;
  }
}
