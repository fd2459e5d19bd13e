/** Finds memberships whose term ends soon, is over, or has lapsed, as of a given day. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId, ClockId, MembershipId, TermId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Filter } from '../../operations/list.ts';
import { whereClock } from '../clocks/clock-filter.ts';

const DAY_EVENTS = ['term.ending', 'term.unmet_at_end', 'membership.grace', 'membership.lapsed'] as const;

export type DayNews = {
  type: (typeof DAY_EVENTS)[number];
  /** For `term.ending`: the mark that was reached, in days before the end. */
  mark: number | undefined;
  membershipId: MembershipId;
  termId: TermId;
  memberId: string;
  programId: string;
  validUntil: string;
  lapsesOn: string;
  daysLeft: number;
};

/** Events of older days are not reported, so that nobody is flooded on the first day. */
export const LONGEST_AGO_DAYS = 30;

/** How many days before the end of a term its reminders are sent. */
const MARKS = 'array[7, 30, 60, 90, 120]';

const NEWS = (amongWhom: string) => `
  select k.type, k.mark, m.id, m.term_id, m.member_id, m.program_id, m.valid_until, m.lapses_on::text,
         (m.valid_until - $3::date) as days_left
    from memberships m join membership_terms t on t.id = m.term_id
    cross join lateral (
      select 'term.ending' as type, (select min(mark) from unnest(${MARKS}) mark
                                      where m.valid_until - $3::date <= mark) as mark
       where m.valid_until between $3::date and $3::date + 120
      union all
      select 'term.unmet_at_end', null
       where m.valid_until between $3::date - ${LONGEST_AGO_DAYS} and $3::date - 1 and not t.met
      union all
      select 'membership.grace', null
       where m.valid_until between $3::date - ${LONGEST_AGO_DAYS} and $3::date - 1 and m.lapses_on > $3::date
      union all
      select 'membership.lapsed', null where m.lapses_on between $3::date - ${LONGEST_AGO_DAYS} and $3::date
    ) k
   where m.account_id = $1 and m.livemode = $2 and m.effective_status = 'active' and m.starts_on <= $3::date
     and m.valid_until between $3::date - 400 and $3::date + 120 and m.id > $4 ${amongWhom}
   order by m.id limit $5`;

/**
 * The events of the next memberships after a given one, in the order of their ids. A membership has at most three
 * events. If no clock is given, only members without a clock are considered.
 */
export async function readDayNews(
  query: Query,
  { accountId, livemode }: Owner,
  { today, clockId }: { today: string; clockId?: ClockId },
  after: string,
  limit: number,
): Promise<DayNews[]> {
  const filter: Filter = { conditions: [], params: [accountId, livemode, today, after, limit] };
  whereClock(filter, { accountId, livemode }, 'm.member_id', clockId);
  const among = filter.conditions.map((condition) => `and ${condition}`).join(' ');
  const rows = await query(NEWS(among), filter.params);
  return rows.map(toNews);
}

/**
 * The next day, up to the last one, on which members under a clock have events. On the days in between nothing happens.
 */
export async function nextDayWithNews(
  query: Query,
  { accountId }: Owner,
  clockId: ClockId,
  { day, last }: { day: string; last: string },
): Promise<string | undefined> {
  const rows = await query(
    `select min(d.day) as day
       from members c join memberships m on m.member_id = c.id
      cross join lateral (select m.valid_until - mark as day from unnest(${MARKS}) mark
                          union all values (m.starts_on), (m.valid_until + 1), (m.lapses_on)) d
      where c.account_id = $1 and c.clock_id = $2 and m.effective_status = 'active'
        and d.day > $3::date and d.day <= $4::date`,
    [accountId, clockId, day, last],
    'next-day-with-news',
  );
  return read.optionalText(read.firstRow(rows), 'day');
}

function toNews(row: Row): DayNews {
  return {
    type: read.oneOf(row, 'type', DAY_EVENTS),
    mark: read.optionalNumber(row, 'mark'),
    membershipId: read.id('mbs', row, 'id'),
    termId: read.id('trm', row, 'term_id'),
    memberId: read.text(row, 'member_id'),
    programId: read.text(row, 'program_id'),
    validUntil: read.text(row, 'valid_until'),
    lapsesOn: read.text(row, 'lapses_on'),
    daysLeft: read.number(row, 'days_left'),
  };
}

/** Accounts that have memberships, with their time zones. */
export async function accountsWithMemberships(
  query: Query,
): Promise<{ accountId: AccountId; timeZone: string }[]> {
  const rows = await query(
    `with recursive one as (
       (select account_id from memberships order by account_id limit 1)
       union all
       select (select m.account_id from memberships m where m.account_id > one.account_id order by m.account_id limit 1)
         from one where one.account_id is not null
     )
     select o.account_id, coalesce(a.time_zone, 'America/Mexico_City') as time_zone
       from one o join accounts a on a.id = o.account_id`,
    [],
    'accounts-with-memberships',
  );
  return rows.map((row) => ({
    accountId: read.id('acct', row, 'account_id'),
    timeZone: read.text(row, 'time_zone'),
  }));
}
