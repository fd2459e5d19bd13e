/** Duties: work that exactly one process does at a time. */

import pg from 'pg';

/**
 * The right to a duty. Its number is higher than that of every earlier holder. A former holder may not know that it has
 * lost the duty, so the database refuses writes with an outdated number (`holds_duty` in the schema).
 */
export type Turn = { duty: string; number: number };

export type Duties = {
  /**
   * The right to the duty, if this process holds it or can take it now; otherwise undefined. The process keeps it until
   * it stops, dies, gives it up, or loses its presence.
   */
  take(name: string): Promise<Turn | undefined>;
  /**
   * Offers the duty to other processes. A holder calls this when it fails, or when it learns that it has lost the duty.
   */
  giveUp(name: string): Promise<void>;
};

/** Whether a write was refused because another process has the duty. */
export function isTurnOver(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === 'SEL02';
}

/** Runs `work` once if this process holds the duty or can take it. Otherwise does nothing and returns false. */
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
