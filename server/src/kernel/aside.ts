import type { Logger } from './logger.ts';

/**
 * Runs background work that no response waits for, so that neither its duration nor its failure can be read from a
 * response.
 */
export type Aside = {
  /** Starts the task. If it fails, the failure is only logged. */
  start(what: string, task: () => Promise<unknown>): void;
  /** Resolves once no task is running. */
  settled(): Promise<void>;
};

export function makeAside(logger: Logger): Aside {
  const running = new Set<Promise<void>>();
  return {
    start(what, task) {
      const run = (async () => {
        try {
          await task();
        } catch (error) {
          logger.warn('aside.failed', { what, error });
        }
      })().finally(() => running.delete(run));
      running.add(run);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
