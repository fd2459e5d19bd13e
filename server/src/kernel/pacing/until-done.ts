/**
 * Retries clean-up that must succeed in the end. Failed clean-ups wait in one list per process and are retried one at
 * a time. So an outage of ten minutes leaves one list behind, and not a retry loop for every refused request.
 */

import type { Logger } from '../logger.ts';
import { longestPauseAfter } from './longest-pause.ts';

/**
 * Resolves after the first attempt; a failed clean-up is retried in the background until the process ends.
 */
export type UntilDone = (what: string, task: () => Promise<unknown>) => Promise<void>;

type Undone = { what: string; task: () => Promise<unknown> };

/**
 * The most clean-ups that may wait, at some kilobytes each. If the list is full, another clean-up is dropped: a
 * refused call then stays counted, or a reservation stays until this process ends and another process releases it.
 */
const MOST_WAITING = 10_000;
const FIRST_PAUSE_MS = 250;

export function makeUntilDone(logger: Logger, most = MOST_WAITING): UntilDone & { waiting(): number } {
  const waiting: Undone[] = [];
  const tryFirst = async (pauseMs: number): Promise<void> => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      try {
        await first.task();
        waiting.shift();
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        // Moves it to the end, so that a clean-up that always fails does not block the others.
        waiting.shift();
        waiting.push(first);
        logger.warn('cleanup.failed', {
          what: first.what,
          waiting: waiting.length,
          retryInMs: pauseMs,
          error,
        });
        return later(Math.min(pauseMs * 2, longestPauseAfter(error)), pauseMs);
      }
    }
  };
  /** `unref` lets the process end while the timer runs. */
  const later = (nextPauseMs: number, pauseMs: number) => {
    setTimeout(() => void tryFirst(nextPauseMs), pauseMs).unref();
  };
  const untilDone: UntilDone = async (what, task) => {
    try {
      await task();
    } catch (error) {
      if (waiting.length >= most) return logger.error('cleanup.dropped', { what, waiting: most, error });
      waiting.push({ what, task });
      if (waiting.length > 1) return;
      logger.warn('cleanup.failed', { what, waiting: 1, retryInMs: FIRST_PAUSE_MS, error });
      later(FIRST_PAUSE_MS * 2, FIRST_PAUSE_MS);
    }
  };
  return Object.assign(untilDone, { waiting: () => waiting.length });
}
