import type { Log } from './logger.ts';

/** Retries clean-up with growing pauses; a process that ends leaves it to whoever finds its traces. */
export function makeUntilDone(log: Log) {
  return async (what: string, task: () => Promise<unknown>): Promise<void> => {
    const attempt = async (pauseMs: number): Promise<void> => {
      try {
        await task();
      } catch (error) {
        log.warn('cleanup.failed', { what, retryInMs: pauseMs, error });
        // Not counted among the reasons to stay alive.
        setTimeout(() => void attempt(Math.min(pauseMs * 2, 30_000)), pauseMs).unref();
      }
    };
    await attempt(250);
  };
}
