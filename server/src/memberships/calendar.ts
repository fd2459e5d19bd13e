/**
 * Which day it is: today in the council's time zone, or the day of the test clock under which a member lives. Nothing
 * else in this folder may use the time to find the day (`tests/architecture/todays.test.ts`).
 */

import * as read from '../database/row-reader.ts';
import type { AccountId, ClockId, MemberId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Tools } from '../operations/operation.ts';

/** Whose day is meant: a member's, or that of all members under a clock. By default the council's. */
type Whose = { memberId: MemberId } | { clockId: ClockId | undefined };

/** Today. Members in live mode have no clock, so their day is the council's. */
export async function todayOf(
  { query, now }: Pick<Tools, 'query' | 'now'>,
  { accountId }: Pick<Owner, 'accountId'>,
  whose?: Whose,
): Promise<string> {
  const { memberId, clockId }: { memberId?: MemberId; clockId?: ClockId | undefined } = whose ?? {};
  const rows = await query(
    `select coalesce(a.time_zone, 'America/Mexico_City') as time_zone, c.day
       from accounts a left join clocks c on c.account_id = a.id
        and c.id = coalesce($2, (select clock_id from members where id = $3)) where a.id = $1`,
    [accountId, clockId ?? null, memberId ?? null],
    'today',
  );
  const row = read.firstRow(rows);
  return read.optionalText(row, 'day') ?? dayIn(read.text(row, 'time_zone'), now());
}

/** The days of many members. */
export async function todaysOf(
  tools: Pick<Tools, 'query' | 'now'>,
  owner: Owner,
  memberIds: readonly MemberId[],
): Promise<(memberId: MemberId) => string> {
  const today = await todayOf(tools, owner);
  const clocked = await readClocked(tools, owner, memberIds);
  return (memberId) => clocked.get(memberId)?.day ?? today;
}

/**
 * The time that is recorded for an act on a member. For members under a clock it is noon of the clock's day, so that
 * the act is found on that day.
 */
export async function momentsOf(
  tools: Pick<Tools, 'query' | 'now'>,
  owner: Pick<Owner, 'livemode'>,
  memberIds: readonly MemberId[],
): Promise<(memberId: MemberId) => Date> {
  const now = tools.now();
  const clocked = await readClocked(tools, owner, memberIds);
  return (memberId) => clocked.get(memberId)?.noon ?? now;
}

type Clocked = ReadonlyMap<MemberId, { clockId: ClockId; day: string; noon: Date }>;

/** The members who live under a clock. */
async function readClocked(
  { query }: Pick<Tools, 'query'>,
  { livemode }: Pick<Owner, 'livemode'>,
  memberIds: readonly MemberId[],
): Promise<Clocked> {
  if (livemode || memberIds.length === 0) return new Map();
  const rows = await query(
    `select m.id, c.id as clock_id, c.day,
            (c.day + time '12:00') at time zone coalesce(a.time_zone, 'America/Mexico_City') as noon
       from members m join clocks c on c.id = m.clock_id join accounts a on a.id = c.account_id
      where m.id = any($1)`,
    [memberIds],
    'members-under-clocks',
  );
  return new Map(
    rows.map((row) => [
      read.id('mem', row, 'id'),
      { clockId: read.id('clk', row, 'clock_id'), day: read.text(row, 'day'), noon: read.date(row, 'noon') },
    ]),
  );
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
  return read.date(read.firstRow(rows), 'ends_at');
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
  return todayOf({ query: tools.query, now: () => at }, { accountId });
}
