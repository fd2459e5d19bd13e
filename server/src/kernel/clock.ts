/** The current time, passed in so that tests can set it. */

export type Clock = () => Date;

/** Rounded up and at least 1: a caller that waits this long must succeed. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));
}
