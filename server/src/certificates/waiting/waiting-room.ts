/**
 * Callers that wait for certificates. One look at the anchors a second serves all of them, and none of them holds a
 * connection to the database.
 */

import { batchWhileBusy } from '../../kernel/batch-while-busy.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AnchorWatch, Awaited, Waiting } from './ports.ts';

/** A waiting caller costs a connection and some kilobytes. Beyond this, the present state is the answer. */
export const MOST_WAITING = { inProcess: 4_000, perKey: 1_000 };

const LOOK_EVERY_MS = 1_000;

type Waiter = Awaited & { keyId: string; wake(): void };

/** `every`: calls a function regularly until the result is called. */
export function makeWaitingRoom(
  ports: { watch: AnchorWatch; logger: Logger },
  every: Every = everySecond,
): Waiting {
  const waiters = new Set<Waiter>();
  const perKey = new Map<string, number>();
  let seen: { live: number; test: number } | undefined;
  let newcomers = new Set<Waiter>();
  let stopLooking: (() => void) | undefined;
  let hasEnded = false;

  function leave(waiter: Waiter): void {
    if (!waiters.delete(waiter)) return;
    newcomers.delete(waiter);
    const left = (perKey.get(waiter.keyId) ?? 1) - 1;
    if (left === 0) perKey.delete(waiter.keyId);
    else perKey.set(waiter.keyId, left);
    waiter.wake();
    if (waiters.size > 0) return;
    stopLooking?.();
    stopLooking = undefined;
    seen = undefined;
  }

  /** Places in the log never change, so only a new final block can make a certificate certified. */
  async function look(): Promise<void> {
    const sizes = await ports.watch.certifiedSizes();
    const hasChanged = (waiter: Waiter) =>
      seen === undefined || (waiter.livemode ? sizes.live !== seen.live : sizes.test !== seen.test);
    const candidates = [...waiters].filter((waiter) => newcomers.has(waiter) || hasChanged(waiter));
    newcomers = new Set();
    if (candidates.length > 0) {
      const certified = await ports.watch.certifiedAmong(candidates);
      for (const place of certified) leave(candidates[place] as Waiter);
    }
    seen = waiters.size === 0 ? undefined : sizes;
  }

  function startLooking(): void {
    stopLooking ??= every(LOOK_EVERY_MS, async () => {
      try {
        await look();
      } catch (error) {
        // The next look asks for all of them again.
        seen = undefined;
        ports.logger.warn('waiting.not_looked', { error });
      }
    });
  }

  return {
    untilCertified(awaited, keyId, signal) {
      const ofKey = perKey.get(keyId) ?? 0;
      const isFull = waiters.size >= MOST_WAITING.inProcess || ofKey >= MOST_WAITING.perKey;
      if (hasEnded || signal.aborted || isFull) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter: Waiter = { ...awaited, keyId, wake: resolve };
        waiters.add(waiter);
        newcomers.add(waiter);
        perKey.set(keyId, ofKey + 1);
        signal.addEventListener('abort', () => leave(waiter), { once: true });
        startLooking();
      });
    },

    read: batchWhileBusy(
      () => 'all',
      async (one) => (await ports.watch.read([one]))[0],
      async (many) => (await ports.watch.read(many)).map(async (certificate) => certificate),
    ),

    end() {
      hasEnded = true;
      for (const waiter of [...waiters]) leave(waiter);
    },
  };
}

export type Every = (ms: number, task: () => Promise<void>) => () => void;

/** Never two at once: the pause begins when a task has ended. */
const everySecond: Every = (ms, task) => {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const next = () => {
    timer = setTimeout(() => void task().then(() => isStopped || next()), ms);
    timer.unref();
  };
  next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
};
