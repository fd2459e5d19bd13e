/** Password hashing waits in lanes, so that no crowd in one of them takes the others away. */

import { AppError } from '../../kernel/errors.ts';

/** `known`: known devices, live sessions and mailed links. `strangers`: every other login. */
export type HashLane = 'known' | 'strangers' | 'sign_up';

/** Hashes run on the same few threads as file I/O: few at a time, with a short queue behind them. */
const LANES: Record<HashLane, { atOnce: number; queue: number }> = {
  known: { atOnce: 2, queue: 32 },
  strangers: { atOnce: 2, queue: 32 },
  sign_up: { atOnce: 1, queue: 8 },
};

export type RunInLane = <T>(lane: HashLane, work: () => Promise<T>) => Promise<T>;

export function makeHashLanes(): RunInLane {
  const gates = {
    known: makeGate(LANES.known),
    strangers: makeGate(LANES.strangers),
    sign_up: makeGate(LANES.sign_up),
  };
  return (lane, work) => gates[lane](work);
}

function makeGate({ atOnce, queue }: { atOnce: number; queue: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= atOnce) {
      if (waiting.length >= queue) {
        throw new AppError(
          'overloaded',
          {
            en: 'Too many logins at the moment. Please try again in {wait}.',
            es: 'Hay demasiados accesos en este momento. Intente de nuevo en {wait}.',
          },
          { retryAfterSeconds: 2 },
        );
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // Hand the slot to the next waiter.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
