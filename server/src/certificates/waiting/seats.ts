/** Those who wait, and how many of each key. */

import type { Awaited } from './ports.ts';

/** A waiting caller costs a connection and some kilobytes. Beyond this, the present state is the answer. */
export const MOST_WAITING = { inProcess: 4_000, perKey: 1_000 };

export type Waiter = Awaited & { keyId: string; wake(): void };

export type Seats = {
  isFull(keyId: string): boolean;
  isEmpty(): boolean;
  take(waiter: Waiter): void;
  /** Wakes whoever sat there. */
  leave(waiter: Waiter): void;
  all(): Waiter[];
  /** Those who came since the last call. */
  newcomers(): ReadonlySet<Waiter>;
};

export function makeSeats(): Seats {
  const waiters = new Set<Waiter>();
  const perKey = new Map<string, number>();
  let newcomers = new Set<Waiter>();
  return {
    isFull: (keyId) =>
      waiters.size >= MOST_WAITING.inProcess || (perKey.get(keyId) ?? 0) >= MOST_WAITING.perKey,
    isEmpty: () => waiters.size === 0,
    take(waiter) {
      waiters.add(waiter);
      newcomers.add(waiter);
      perKey.set(waiter.keyId, (perKey.get(waiter.keyId) ?? 0) + 1);
    },
    leave(waiter) {
      if (!waiters.delete(waiter)) return;
      newcomers.delete(waiter);
      const left = (perKey.get(waiter.keyId) ?? 1) - 1;
      if (left === 0) perKey.delete(waiter.keyId);
      else perKey.set(waiter.keyId, left);
      waiter.wake();
    },
    all: () => [...waiters],
    newcomers() {
      const came = newcomers;
      newcomers = new Set();
      return came;
    },
  };
}
