/**
 * Callers that wait for certificates. One look at the anchors a second serves all of them, and none of them holds a
 * connection to the database.
 */

import type { Logger } from '../../kernel/logger.ts';
import { batchWhileBusy } from '../../kernel/pacing/batch-while-busy.ts';
import type { AnchorWatch, Waiting } from './ports.ts';
import { makeSeats, type Seats, type Waiter } from './seats.ts';

const LOOK_EVERY_MS = 1_000;

type RoomPorts = { watch: AnchorWatch; logger: Logger };

/** `every`: calls a function regularly until the result is called. */
export function makeWaitingRoom(ports: RoomPorts, every: Every = everySecond): Waiting {
  const seats = makeSeats();
  let stopLooking: (() => void) | undefined;
  let hasEnded = false;

  function leave(waiter: Waiter): void {
    seats.leave(waiter);
    if (!seats.isEmpty()) return;
    stopLooking?.();
    stopLooking = undefined;
  }

  return {
    untilCertified(awaited, keyId, signal) {
      if (hasEnded || signal.aborted || seats.isFull(keyId)) return Promise.resolve();
      return new Promise((resolve) => {
        const waiter: Waiter = { ...awaited, keyId, wake: resolve };
        seats.take(waiter);
        signal.addEventListener('abort', () => leave(waiter), { once: true });
        stopLooking ??= every(LOOK_EVERY_MS, makeLook(ports, seats, leave));
      });
    },

    read: batchWhileBusy(
      () => 'all',
      async (one) => (await ports.watch.read([one]))[0],
      async (many) => (await ports.watch.read(many)).map(async (certificate) => certificate),
    ),

    end() {
      hasEnded = true;
      for (const waiter of seats.all()) leave(waiter);
    },
  };
}

/** Places in the log never change, so only a new final block can make a certificate certified. */
function makeLook({ watch, logger }: RoomPorts, seats: Seats, leave: (waiter: Waiter) => void) {
  let seen: { live: number; test: number } | undefined;
  return async () => {
    try {
      const sizes = await watch.certifiedSizes();
      const last = seen;
      const hasChanged = ({ livemode }: Waiter) =>
        last === undefined || (livemode ? sizes.live !== last.live : sizes.test !== last.test);
      const newcomers = seats.newcomers();
      const candidates = seats.all().filter((waiter) => newcomers.has(waiter) || hasChanged(waiter));
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
