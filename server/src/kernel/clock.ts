/** The current time, passed in so that tests can set it, and moments in the form they have on the wire. */

import { isoText } from '@sello/proof';

export type Clock = () => Date;

/**
 * The whole seconds until `then`: rounded up and at least 1, so that a caller who waits this long is not too early.
 */
export function secondsUntil(then: Date, now: Date): number {
  return Math.max(1, Math.ceil((then.getTime() - now.getTime()) / 1000));
}

declare const brand: unique symbol;

/** A time in UTC with milliseconds, such as `2026-03-01T12:00:00.000Z`. Sorting such texts sorts them by time. */
export type IsoTime = string & { readonly [brand]: 'iso-time' };

export function isoTime(moment: Date): IsoTime {
  return isoText(moment) as IsoTime;
}

/**
 * Truncates a time to milliseconds. The input is ISO 8601 in UTC as a time stamp authority wrote it, with any number
 * of digits after the second, or none. It works on the text for speed, because every certificate of a page passes
 * through here.
 */
export function toMilliseconds(text: string): IsoTime {
  const end = text.length - 1;
  if (text[end] !== 'Z' || (end !== SECONDS_END && text[SECONDS_END] !== '.')) return isoTime(new Date(text));
  const digits = text.slice(SECONDS_END + 1, Math.min(end, SECONDS_END + 4));
  return `${text.slice(0, SECONDS_END)}.${digits.padEnd(3, '0')}Z` as IsoTime;
}

const SECONDS_END = '2026-03-01T12:00:00'.length;
