/** Time, passed in. */

export type Clock = () => Date;

/** Rounded up, and at least one: who waits this long must succeed. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));
}
