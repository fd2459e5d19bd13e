import type { Logger } from './logger.ts';
import { longestPauseAfter } from './pacing/longest-pause.ts';

/**
 * Runs clean-up that must eventually happen. Resolves after the first attempt; if that failed, keeps retrying in
 * the background until it succeeds or the process ends.
 */
export type UntilDone = (what: string, task: () => Promise<unknown>) => Promise<void>;

/** Retries with growing pauses. What is undone when the process ends is left to later upkeep. */
export function makeUntilDone(logger: Logger): UntilDone {
  return async (what, task) => {
    const attempt = async (pauseMs: number): Promise<void> => {
      try {
        await task();
      } catch (error) {
        logger.warn('cleanup.failed', { what, retryInMs: pauseMs, error });
        // unref: must not keep the process running.
        setTimeout(() => void attempt(Math.min(pauseMs * 2, longestPauseAfter(error))), pauseMs).unref();
      }
    };
    await attempt(250);
  };
}
