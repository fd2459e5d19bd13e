/** The longest pause between two attempts of something that is retried. */

import { AppError } from '../errors.ts';

const LONGEST_PAUSE_MS = 30_000;

/**
 * Returns the longest pause. If the failure states a waiting time, the pause is no longer than that: an unreachable
 * database is usually back within seconds, and callers wait for the unfinished work.
 */
export function longestPauseAfter(error: unknown): number {
  const seconds = error instanceof AppError ? error.retryAfterSeconds : undefined;
  return seconds === undefined ? LONGEST_PAUSE_MS : Math.min(seconds * 1_000, LONGEST_PAUSE_MS);
}
