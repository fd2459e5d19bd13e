import type { Logger } from './logger.ts';

/** Background work that no response waits for. A response shows neither how long it takes nor that it failed. */
export type Aside = {
  /** A failure is only logged. */
  start(what: string, task: () => Promise<unknown>): void;
  /** Resolves once nothing is running. */
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
