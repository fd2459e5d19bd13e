/**
 * How much one network may ask for without a key. A table of fixed size in the process: it costs no statement, and
 * no crowd of addresses makes it grow.
 */

import { networkOf } from '../connection/network-of.ts';

export type NetworkRate = {
  /** Takes `cost` from the network of `ip`: 0, or the milliseconds to wait where it has not so much left. */
  take(ip: string, cost: number, nowMs: number): number;
  /** Undoes a `take` that was let through. */
  giveBack(ip: string, cost: number): void;
};

const SLOTS = 1 << 16;
const BURST_MS = 30_000;

/** `perMinute` 0: no limit. Half a minute's worth may come at once. `seeds` keep strangers from aiming at a slot. */
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
      // Refused only where each of its slots is used up: hardly ever for what somebody else took.
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

/** FNV-1a, with a last step that lets every bit count. */
function hashOf(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
