import type { Aside } from '../ports.ts';
import type { Log } from './logger.ts';

export function makeAside(log: Log): Aside {
  const running = new Set<Promise<void>>();
  return {
    start(what, task) {
      const run = (async () => {
        try {
          await task();
        } catch (error) {
          log.warn('aside.failed', { what, error });
        }
      })().finally(() => running.delete(run));
      running.add(run);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
