/** How long whoever tries again and again waits at the most. */

import { AppError } from '../errors.ts';

const LONGEST_PAUSE_MS = 30_000;

/**
 * After a failure that says when to try again, no longer than it says: a database that is away is back within seconds, and
 * everybody waits then for what was left undone.
 */
export function longestPauseAfter(error: unknown): number {
  const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
  return seconds === undefined ? LONGEST_PAUSE_MS : Math.min(seconds * 1_000, LONGEST_PAUSE_MS);
}
