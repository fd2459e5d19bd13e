/**
 * Manages the callers that wait for certificates. One query of the anchors per second serves all of them, and none of
 * them holds a database connection.
 */

import type { Logger } from '../../kernel/logger.ts';
import { batchWhileBusy } from '../../kernel/pacing/batch-while-busy.ts';
import { type GiveBack, makeShared } from '../../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { AnchorWatch, Awaited, Waiting } from './ports.ts';

const LOOK_EVERY_MS = 1_000;

type Waiter = Awaited & { wake(): void; giveBack: GiveBack };

/** Everybody who waits; `newcomers` are those who arrived since the last query. */
type Present = { all: Set<Waiter>; newcomers: Set<Waiter> };

type RoomPorts = { watch: AnchorWatch; logger: Logger };

/** Makes the waiting room. `every` calls a function regularly, and returns a function that stops this. */
export function makeWaitingRoom(ports: RoomPorts, every: Every = everySecond): Waiting {
  const seats = makeShared(SHARED_THINGS.waiting_seats);
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
    untilCertified(awaited, signal) {
      const giveBack = hasEnded || signal.aborted ? undefined : seats.tryTake(awaited.accountId);
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

/**
 * Makes the function that looks for certified certificates. Places in the log never change, so only a new final block
 * can make a certificate certified.
 */
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
      // After an error, the next query looks at all of them again.
      seen = undefined;
      logger.warn('waiting.not_looked', { error });
    }
  };
}

type Every = (ms: number, task: () => Promise<void>) => () => void;

/** Calls a task regularly, but never twice at the same time: the pause begins when the task has ended. */
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
