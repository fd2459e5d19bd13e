/** A replica that froze, or a network that swallows everything, answers nothing: nobody waits for it for long. */

import type { PooledClient } from '../connections/open-connections.ts';
import { hangUp } from '../connections/silence.ts';

/** In steps: a busy event loop delays the answer, and so must delay the timeout too. */
const STEPS = 10;
const STEP_MS = 25;

/** A statement that nobody waits for is cancelled at the server. */
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
  // Nobody waits for it once it is late.
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
