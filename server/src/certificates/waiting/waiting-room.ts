/**
 * Callers that wait for certificates. One look at the anchors a second serves all of them, and none of them holds a
 * connection to the database.
 */

import type { Logger } from '../../kernel/logger.ts';
import { batchWhileBusy } from '../../kernel/pacing/batch-while-busy.ts';
import { type GiveBack, makeSemaphore } from '../../kernel/pacing/semaphore.ts';
import type { AnchorWatch, Awaited, Waiting } from './ports.ts';

const LOOK_EVERY_MS = 1_000;

/** A waiting caller costs a connection and some kilobytes. Beyond this, the present state is the answer. */
export const MOST_WAITING = { inProcess: 4_000, perKey: 1_000 };

type Waiter = Awaited & { wake(): void; giveBack: GiveBack };

/** `newcomers`: those who came since the last look. */
type Present = { all: Set<Waiter>; newcomers: Set<Waiter> };

type RoomPorts = { watch: AnchorWatch; logger: Logger };

/** `every`: calls a function regularly until the result is called. */
export function makeWaitingRoom(ports: RoomPorts, every: Every = everySecond): Waiting {
  const seats = makeSemaphore({ places: MOST_WAITING.inProcess, share: MOST_WAITING.perKey });
  const present: Present = { all: new Set(), newcomers: new Set() };
  let stopLooking: (() => void) | undefined;
  let hasEnded = false;

  function leave(waiter: Waiter): void {
    if (!present.all.delete(waiter)) return;
    present.newcomers.delete(waiter);
    waiter.giveBack();
    waiter.wake();
    if (present.all.size > 0) return;
    stopLooking?.();
    stopLooking = undefined;
  }

  return {
    untilCertified(awaited, keyId, signal) {
      const giveBack = hasEnded || signal.aborted ? undefined : seats.tryTake(keyId);
      if (giveBack === undefined) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter: Waiter = { ...awaited, wake: resolve, giveBack };
        present.all.add(waiter);
        present.newcomers.add(waiter);
        signal.addEventListener('abort', () => leave(waiter), { once: true });
        stopLooking ??= every(LOOK_EVERY_MS, makeLook(ports, present, leave));
      });
    },

    read: batchWhileBusy(
      () => 'all',
      async (one) => (await ports.watch.read([one]))[0],
      async (many) => (await ports.watch.read(many)).map(async (certificate) => certificate),
    ),

    end() {
      hasEnded = true;
      for (const waiter of present.all) leave(waiter);
    },
  };
}

/** Places in the log never change, so only a new final block can make a certificate certified. */
function makeLook({ watch, logger }: RoomPorts, present: Present, leave: (waiter: Waiter) => void) {
  let seen: { live: number; test: number } | undefined;
  return async () => {
    try {
      const sizes = await watch.certifiedSizes();
      const last = seen;
      const hasChanged = ({ livemode }: Waiter) =>
        last === undefined || (livemode ? sizes.live !== last.live : sizes.test !== last.test);
      const { newcomers } = present;
      present.newcomers = new Set();
      const candidates = [...present.all].filter((waiter) => newcomers.has(waiter) || hasChanged(waiter));
      const certified = candidates.length === 0 ? [] : await watch.certifiedAmong(candidates);
      seen = sizes;
      for (const place of certified) leave(candidates[place] as Waiter);
    } catch (error) {
      // The next look asks for all of them again.
      seen = undefined;
      logger.warn('waiting.not_looked', { error });
    }
  };
}

type Every = (ms: number, task: () => Promise<void>) => () => void;

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
