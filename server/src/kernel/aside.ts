import type { Logger } from './logger.ts';

/** Work that no answer waits for: neither its length nor its failure shows in one. */
export type Aside = {
  /** A failure is written to the log, and that is all. */
  start(what: string, task: () => Promise<unknown>): void;
  /** Resolves once nothing is under way. */
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
