/** Days and times in words, for people. */

import { LANGUAGE } from './page-words.ts';

const TAG = LANGUAGE === 'es' ? 'es-MX' : 'en-US';
const DAY = new Intl.DateTimeFormat(TAG, { dateStyle: 'long', timeZone: 'UTC' });
const TIME = new Intl.DateTimeFormat(TAG, { dateStyle: 'long', timeStyle: 'long' });

/** A day such as `2027-03-31`. It is the same day wherever it is read. */
export function dayText(day: string): string {
  return DAY.format(new Date(`${day}T00:00:00Z`));
}

/** A time, in the time zone of the visitor. */
export function timeText(time: string): string {
  return TIME.format(new Date(time));
}
