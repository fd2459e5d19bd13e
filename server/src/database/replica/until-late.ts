/** Limits how long we wait for a replica: one that froze, or whose network drops everything, never answers. */

import type { PooledClient } from '../connections/open-connections.ts';
import { hangUp } from '../connections/silence.ts';

/**
 * The time limit is counted in steps. A busy event loop delays the answer, and this way it delays the timeout as
 * well.
 */
const STEPS = 10;
const STEP_MS = 25;

/** The time limit. A late statement is cancelled on the server, because nobody waits for it any more. */
export const PATIENCE_MS = STEPS * STEP_MS;

class TooLate extends Error {}

/** Runs `work` on a connection of its own. `isHarmless`: whether the connection can be reused after this failure. */
export async function untilLate<T>(
  acquire: () => Promise<PooledClient>,
  work: (client: PooledClient) => Promise<T>,
  isHarmless: (error: unknown) => boolean,
): Promise<T> {
  let isLate = false;
  let client: PooledClient | undefined;
  const run = async (): Promise<T> => {
    const taken = await acquire();
    client = taken;
    try {
      if (isLate) throw new TooLate('The connection came too late');
      const result = await work(taken);
      taken.release();
      return result;
    } catch (error) {
      taken.release(!(isHarmless(error) || error instanceof TooLate));
      throw error;
    }
  };
  const answer = run();
  // Nobody waits for the answer once it is late, so its failure must not end the process.
  answer.catch(() => {});
  const patience = startPatience();
  try {
    return await Promise.race([answer, patience.over]);
  } catch (error) {
    isLate = error instanceof TooLate;
    if (isLate && client !== undefined) hangUp(client);
    throw error;
  } finally {
    patience.cancel();
  }
}

function startPatience(): { over: Promise<never>; cancel(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  let left = STEPS;
  const timer = setInterval(() => {
    left -= 1;
    if (left === 0) reject(new TooLate('The replica does not answer'));
  }, STEP_MS).unref();
  return { over: promise, cancel: () => clearInterval(timer) };
}
