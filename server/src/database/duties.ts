/** Duties: work that exactly one process does at a time. */

import pg from 'pg';

/**
 * The right to a duty. Its number is higher than that of every earlier holder. A former holder may not know that its
 * turn is over, so the database refuses whatever is written with an outdated number (`holds_duty` in the schema).
 */
export type Turn = { duty: string; number: number };

export type Duties = {
  /**
   * The turn, if this process has or gets the duty. It keeps the duty until it stops, dies, gives it up, or loses its
   * presence.
   */
  take(name: string): Promise<Turn | undefined>;
  /**
   * Offers the duty to other processes. A holder calls this when it fails, or when it learned that its turn is over.
   */
  giveUp(name: string): Promise<void>;
};

/** Whether a write was refused because another process has the duty. */
export function isTurnOver(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'SEL02';
}

/** Does `work` if this process has the duty or gets it. Returns false if another process has it. */
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
