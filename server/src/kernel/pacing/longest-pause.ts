/** The longest pause between two attempts of something that is retried. */

import { AppError } from '../errors.ts';

const LONGEST_PAUSE_MS = 30_000;

/**
 * After a failure that names a waiting time, no longer than that: a database that was away is usually back within
 * seconds, and callers wait for the work that was left undone.
 */
export function longestPauseAfter(error: unknown): number {
  const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
  return seconds === undefined ? LONGEST_PAUSE_MS : Math.min(seconds * 1_000, LONGEST_PAUSE_MS);
}
