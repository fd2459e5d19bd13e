/** Writes the events of a day, each once: terms that end soon or ended unmet, and memberships in grace or lapsed. */

import type { Database, Query } from '../../database/pool.ts';
import { noteEventsOnce } from '../../events/note-event.ts';
import type { AccountId, ClockId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { dayIn } from '../calendar.ts';
import type { Clock } from '../clocks/clock.ts';
import { addDays } from '../standing/days.ts';
import { noteWatched, readLosing } from '../watches/pg-tell-watchers.ts';
import { accountsWithMemberships, type DayNews, LONGEST_AGO_DAYS, readDayNews } from './pg-days.ts';

const BATCH = 1_000;

export type DayTeller = { tell(now: Date): Promise<void> };

/** Looks at each account once per day. After a restart it looks again and finds that everything is already reported. */
export function makeDayTeller(records: Database): DayTeller {
  const seen = new Map<AccountId, string>();
  return {
    async tell(now) {
      const accounts = await records.transaction((query) => accountsWithMemberships(query));
      for (const { accountId, timeZone } of accounts) {
        const today = dayIn(timeZone, now);
        if (seen.get(accountId) === today) continue;
        for (const livemode of [true, false]) await tellAccount(records, { accountId, livemode }, today, now);
        seen.set(accountId, today);
      }
    },
  };
}

async function tellAccount(records: Database, owner: Owner, today: string, now: Date): Promise<void> {
  await records.transaction((query) => noteLosing(query, owner, today));
  for (let after: string | undefined = ''; after !== undefined; ) {
    const from: string = after;
    after = await records.transaction((query) => tellSome(query, owner, { today }, now, from));
  }
}

/** Writes the events of the day that a test clock has reached, in the transaction that moves it there. */
export async function tellDay(
  query: Query,
  owner: Owner,
  { id: clockId, day }: Pick<Clock, 'id' | 'day'>,
  now: Date,
): Promise<void> {
  await noteLosing(query, owner, day);
  for (let after: string | undefined = ''; after !== undefined; )
    after = await tellSome(query, owner, { today: day, clockId }, now, after);
}

/**
 * Followed members who lose their standing because of a missed year. Their watchers are told, but no event reports it
 * here.
 */
async function noteLosing(query: Query, owner: Owner, today: string): Promise<void> {
  const first = addDays(today, -LONGEST_AGO_DAYS);
  await noteWatched(query, await readLosing(query, owner, { first, today }));
}

/** Writes the next events. If there are more, returns the membership after which to continue. */
async function tellSome(
  query: Query,
  owner: Owner,
  of: { today: string; clockId?: ClockId },
  now: Date,
  after: string,
): Promise<string | undefined> {
  const news = await readDayNews(query, owner, of, after, BATCH);
  const clock = of.clockId && { clock: { id: of.clockId, day: of.today } };
  const events = news.map(toEvent).map((event) => ({ ...event, data: { ...event.data, ...clock } }));
  await noteEventsOnce(query, owner, now, events);
  const lapsed = news.flatMap(({ type, memberId }) => (type === 'membership.lapsed' ? memberId : []));
  await noteWatched(query, lapsed);
  const last = news.at(-1);
  if (last === undefined || news.length < BATCH) return undefined;
  // The last membership of a batch may have more events in the next one, so it is read again.
  const before = news.findLast(({ membershipId }) => membershipId !== last.membershipId);
  return before?.membershipId ?? last.membershipId;
}

function toEvent({ type, mark, ...news }: DayNews) {
  const isTerm = type.startsWith('term.');
  const end = type === 'membership.lapsed' ? news.lapsesOn : news.validUntil;
  return {
    type,
    // The subject contains the end date, so a new end date after an extension or for the next term is reported again.
    subject: [news.termId, end, type, ...(mark === undefined ? [] : [mark])].join(' '),
    data: {
      id: isTerm ? news.termId : news.membershipId,
      object: isTerm ? 'term' : 'membership',
      membership_id: news.membershipId,
      term_id: news.termId,
      member_id: news.memberId,
      program_id: news.programId,
      valid_until: news.validUntil,
      lapses_on: news.lapsesOn === 'infinity' ? null : news.lapsesOn,
      ...(mark !== undefined && { days_left: news.daysLeft, mark }),
    },
  };
}
