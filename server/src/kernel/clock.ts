/** The current time, passed in so that tests can set it, and moments in the form they have on the wire. */

export type Clock = () => Date;

/** Rounded up and at least 1: a caller that waits this long must succeed. */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));
}

declare const brand: unique symbol;

/** UTC with milliseconds: `2026-03-01T12:00:00.000Z`. Of two such texts the later one is the greater. */
export type IsoTime = string & { readonly [brand]: 'iso-time' };

export function isoTime(moment: Date): IsoTime {
  return moment.toISOString() as IsoTime;
}

/** A time as an authority wrote it: ISO 8601 in UTC, with any number of digits after the second, or none. */
export function toMilliseconds(text: string): IsoTime {
  if (text.length === WHOLE_SECONDS && text.endsWith('Z')) return `${text.slice(0, -1)}.000Z` as IsoTime;
  return isoTime(new Date(text));
}

const WHOLE_SECONDS = '2026-03-01T12:00:00Z'.length;
