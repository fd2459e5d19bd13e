/** Repeats work in the background. */

import type { Logger } from '../logger.ts';
import { longestPauseAfter } from './longest-pause.ts';

/** Runs one step after the other. After a failure the pauses grow, and each kind of error is logged once. */
export function startLoop(
  { logger }: { logger: Logger },
  what: string,
  everyMs: number,
  step: (isStopping: () => boolean) => Promise<void>,
): () => Promise<void> {
  const stopping = Promise.withResolvers<void>();
  let isStopping = false;
  const run = async () => {
    let pauseMs = everyMs;
    const troubles = new Set<string>();
    while (!isStopping) {
      try {
        await step(() => isStopping);
        if (troubles.size > 0) logger.info('worker.recovered', { what });
        troubles.clear();
        pauseMs = everyMs;
      } catch (error) {
        if (!troubles.has(kindOf(error))) logger.error('worker.failed', { what, error });
        troubles.add(kindOf(error));
        pauseMs = Math.max(everyMs, Math.min(pauseMs * 2, longestPauseAfter(error)));
      }
      await pause(pauseMs, stopping.promise);
    }
  };
  const done = run();
  return async () => {
    isStopping = true;
    stopping.resolve();
    await done;
  };
}

/**
 * The name by which equal errors are recognised: the code where there is one, because messages may contain numbers
 * that change each time.
 */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? `${error.name} ${String(error.code)}` : error.message;
}

async function pause(ms: number, stopping: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([passed, stopping]);
  clearTimeout(timer);
}
