import type { Logger } from './logger.ts';

/**
 * Runs clean-up that must happen in the end. Resolves after the first try; when that failed, it goes on trying in
 * the background until it succeeds or the process ends.
 */
export type UntilDone = (what: string, task: () => Promise<unknown>) => Promise<void>;

/** Retries clean-up with growing pauses; a process that ends leaves it to whoever finds its traces. */
export function makeUntilDone(logger: Logger): UntilDone {
  return async (what, task) => {
    const attempt = async (pauseMs: number): Promise<void> => {
      try {
        await task();
      } catch (error) {
        logger.warn('cleanup.failed', { what, retryInMs: pauseMs, error });
        // unref: must not keep the process running.
        setTimeout(() => void attempt(Math.min(pauseMs * 2, 30_000)), pauseMs).unref();
      }
    };
    await attempt(250);
  };
}
