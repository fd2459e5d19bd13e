/**
 * The rate of requests per network without a key. A table of fixed size in the process: it costs no statement, and no
 * number of addresses makes it grow.
 */

import { networkOf } from '../connection/network-of.ts';

export type NetworkRate = {
  /** Takes `cost` from the network of `ip`. Returns 0, or the milliseconds to wait if not enough is left. */
  take(ip: string, cost: number, nowMs: number): number;
  /** Undoes a `take` that was let through. */
  giveBack(ip: string, cost: number): void;
};

const SLOTS = 1 << 16;
const BURST_MS = 30_000;

/**
 * `perMinute` 0: no limit. Half a minute's worth may come at once. `seeds` are random, so that strangers cannot aim at
 * a slot.
 */
export function makeNetworkRate(perMinute: number, seeds: readonly number[]): NetworkRate {
  if (perMinute === 0) return { take: () => 0, giveBack() {} };
  /** When everything that was taken will have been paid back (GCRA's theoretical arrival time). */
  const paidBackAt = new Float64Array(SLOTS);
  const slotsOf = (ip: string) => {
    const network = networkOf(ip);
    return seeds.map((seed) => hashOf(network, seed) % SLOTS);
  };
  const priceOf = (cost: number) => (cost * 60_000) / perMinute;
  return {
    take(ip, cost, nowMs) {
      const slots = slotsOf(ip);
      // Refused only if each of its slots is used up: others' requests hardly ever use up all of them.
      const known = Math.min(...slots.map((slot) => paidBackAt[slot] ?? 0));
      const priceMs = priceOf(cost);
      const next = Math.max(known, nowMs) + priceMs;
      const waitMs = next - nowMs - Math.max(BURST_MS, priceMs);
      if (waitMs > 0) return waitMs;
      for (const slot of slots) paidBackAt[slot] = Math.max(paidBackAt[slot] ?? 0, next);
      return 0;
    },

    giveBack(ip, cost) {
      for (const slot of slotsOf(ip)) paidBackAt[slot] = (paidBackAt[slot] ?? 0) - priceOf(cost);
    },
  };
}

/** FNV-1a, with a final step so that every bit counts. */
function hashOf(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
