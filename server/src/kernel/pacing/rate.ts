/**
 * Limits how much each key may ask for in a minute. It is a table of fixed size in the process: no database statement
 * is needed, and many keys cannot make it grow.
 */

export type Rate = {
  /** Takes `cost` from `key`: returns 0, or the milliseconds to wait if not enough is left. */
  take(key: string, cost: number, nowMs: number): number;
  /** Undoes a `take` that was let through. */
  giveBack(key: string, cost: number): void;
};

const SLOTS = 1 << 16;
const BURST_MS = 30_000;

/**
 * Makes a limit of `perMinute`; 0 means that there is none. Up to half of it may be taken at once. The `seeds` are
 * secret, so that strangers cannot choose keys that use up the slots of another key.
 */
export function makeRate(perMinute: number, seeds: readonly number[]): Rate {
  if (perMinute === 0) return { take: () => 0, giveBack() {} };
  /** When the allowance will be full again (GCRA's theoretical arrival time). */
  const paidBackAt = new Float64Array(SLOTS);
  const slotsOf = (key: string) => seeds.map((seed) => hashOf(key, seed) % SLOTS);
  const priceOf = (cost: number) => (cost * 60_000) / perMinute;
  return {
    take(key, cost, nowMs) {
      const slots = slotsOf(key);
      // A key is refused only if all of its slots are used up, so the usage of other keys hardly ever matters.
      const known = Math.min(...slots.map((slot) => paidBackAt[slot] ?? 0));
      const priceMs = priceOf(cost);
      const next = Math.max(known, nowMs) + priceMs;
      const waitMs = next - nowMs - Math.max(BURST_MS, priceMs);
      if (waitMs > 0) return waitMs;
      for (const slot of slots) paidBackAt[slot] = Math.max(paidBackAt[slot] ?? 0, next);
      return 0;
    },

    giveBack(key, cost) {
      for (const slot of slotsOf(key)) paidBackAt[slot] = (paidBackAt[slot] ?? 0) - priceOf(cost);
    },
  };
}

/** The FNV-1a hash of the text, with a final mixing step. */
function hashOf(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
