/** When a failed delivery is tried again. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses after the first failure, the second, and so on. */
export const PAUSES_MS: readonly number[] = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

export const LONGEST_PAUSE_MS = 24 * HOUR;

/** An endpoint that accepted nothing for this long is disabled. */
export const DISABLE_AFTER_MS = 5 * 24 * HOUR;

/** The longest `Retry-After` that is respected. */
const LONGEST_WISH_MS = HOUR;

/**
 * Makes a pause up to a tenth longer, so that receivers that failed together are not called together. `chance` is in
 * [0, 1).
 */
function withJitter(ms: number, chance: number): number {
  return Math.round(ms * (1 + chance / 10));
}

/** The pause after this many attempts. Undefined when all attempts are used up. */
export function pauseAfter(attempts: number, chance: number, wishMs = 0): number | undefined {
  const pause = PAUSES_MS[attempts - 1];
  return pause === undefined ? undefined : withWish(pause, chance, wishMs);
}

/** A pause of at least `ms`, and at least as long as the receiver asked for. */
export function withWish(ms: number, chance: number, wishMs: number): number {
  return withJitter(Math.max(ms, Math.min(wishMs, LONGEST_WISH_MS)), chance);
}
