/** Terms that end soon and whose members are to be reminded. */

import type { Query, Row } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { AccountId, MemberId, TermId } from '../../../kernel/ids.ts';
import { fromHundredths } from '../../fields.ts';
import { LOCALES } from '../../members/member.ts';

/** How many days before the end a reminder is sent. The event `term.ending` is sent on the same days. */
const REMINDER_DAYS = [120, 90, 60, 30, 7] as const;

export type DueReminder = {
  termId: TermId;
  memberId: MemberId;
  validUntil: string;
  /** The last reminder day that was reached, in days before the end. */
  days: number;
  daysLeft: number;
  email: string;
  locale: (typeof LOCALES)[number];
  program: string;
  unit: string;
  missing: number;
};

/** The accounts that want reminders. In test mode no mail is sent. */
export async function accountsThatRemind(query: Query): Promise<{ accountId: AccountId; council: string }[]> {
  const rows = await query(
    `select a.id, coalesce(c.name, a.name) as council from councils c join accounts a on a.id = c.account_id
      where c.remind_members and a.closed_at is null order by a.id`,
    [],
    'accounts-that-remind',
  );
  return rows.map((row) => ({ accountId: read.id('acct', row, 'id'), council: read.text(row, 'council') }));
}

/** One reminder for each term: the latest one that is due, unless its mail was already claimed. */
export async function readDue(
  query: Query,
  accountId: AccountId,
  today: string,
  after: string,
  limit: number,
): Promise<DueReminder[]> {
  const rows = await query(
    `select s.term_id, s.member_id, s.valid_until, k.days, (s.valid_until - $2::date) as days_left, m.email, m.locale,
            p.name as program, p.unit, t.missing_points
       from memberships s join membership_terms t on t.id = s.term_id
       join members m on m.id = s.member_id and m.status = 'active' and m.email is not null
       join programs p on p.id = s.program_id
      cross join lateral (select min(days) as days from unnest($3::integer[]) days
                           where s.valid_until - $2::date <= days) k
      where s.account_id = $1 and s.livemode and s.effective_status = 'active' and s.starts_on <= $2::date
        and s.valid_until between $2::date and $2::date + 120 and s.term_id > $4
        and not exists (select from renewals r where r.membership_id = s.id and r.status = 'requested')
        and not exists (select from member_reminders d
                         where (d.term_id, d.valid_until, d.days) = (s.term_id, s.valid_until, k.days))
      order by s.term_id limit $5`,
    [accountId, today, REMINDER_DAYS, after, limit],
    'due-reminders',
  );
  return rows.map(toDue);
}

/**
 * Claims a reminder and returns whether this process may send it. If several processes find it at once, only one may.
 */
export async function claimReminder(
  query: Query,
  accountId: AccountId,
  { termId, memberId, validUntil, days }: DueReminder,
  at: Date,
): Promise<boolean> {
  const rows = await query(
    `insert into member_reminders (term_id, valid_until, days, account_id, member_id, claimed_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning term_id`,
    [termId, validUntil, days, accountId, memberId, at],
    'claim-reminder',
  );
  return rows.length === 1;
}

export async function giveReminderBack(
  query: Query,
  { termId, validUntil, days }: DueReminder,
): Promise<void> {
  await query(
    'delete from member_reminders where term_id = $1 and valid_until = $2 and days = $3',
    [termId, validUntil, days],
    'give-reminder-back',
  );
}

function toDue(row: Row): DueReminder {
  return {
    termId: read.id('trm', row, 'term_id'),
    memberId: read.id('mem', row, 'member_id'),
    validUntil: read.text(row, 'valid_until'),
    days: read.number(row, 'days'),
    daysLeft: read.number(row, 'days_left'),
    email: read.text(row, 'email'),
    locale: read.oneOf(row, 'locale', LOCALES),
    program: read.text(row, 'program'),
    unit: read.text(row, 'unit'),
    missing: fromHundredths(read.number(row, 'missing_points')),
  };
}
