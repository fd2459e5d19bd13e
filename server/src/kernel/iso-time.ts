/** Moments in the form they have on the wire, so that what is read only to be shown is not decoded to be encoded again. */

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
