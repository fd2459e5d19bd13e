/** Days in the time zone of the council. */

import { date, firstRow, text } from '../database/row-reader.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { Tools } from '../operations/operation.ts';

/** Today in the time zone of the account. */
export async function todayOf(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  accountId: AccountId,
): Promise<string> {
  const rows = await query(
    "select coalesce(time_zone, 'America/Mexico_City') as time_zone from accounts where id = $1",
    [accountId],
    'time-zone',
  );
  return dayIn(text(firstRow(rows), 'time_zone'), now());
}

/** The first instant after this day, in the time zone of the account. */
export async function endOfDay(
  { query }: Pick<Tools, 'query'>,
  accountId: AccountId,
  day: string,
): Promise<Date> {
  const rows = await query(
    `select ($2::date + 1)::timestamp at time zone coalesce(time_zone, 'America/Mexico_City') as ends_at
       from accounts where id = $1`,
    [accountId, day],
    'end-of-day',
  );
  return date(firstRow(rows), 'ends_at');
}

export function dayIn(timeZone: string, at: Date): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(at);
}

/**
 * Formats by time zone. Creating one takes longer than using it a thousand times, and there are only some 600 zones.
 */
const formats = new Map<string, Intl.DateTimeFormat>();

/** The day of this moment in the time zone of the account. */
export function dayOfMoment(tools: Pick<Tools, 'query'>, accountId: AccountId, at: Date): Promise<string> {
  return todayOf({ query: tools.query, now: () => at }, accountId);
}
