/**
 * Claims mails about reviews before they are sent, so that none is sent twice. A claimed mail counts as sent, even if
 * sending fails.
 */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';

/** Older changes are not mailed, because mail may have been switched on only now. */
const NEWS_DAYS = 7;
/** How many days before the last day a reminder is sent. */
const REMINDER_DAYS = [7, 1];

const SHOWN = `r.id, r.account_id, r.status, r.due_on, r.decision_reason, d.name as draw, d.number, g.name as program, m.email,
  m.locale, coalesce(c.name, a.name) as council, coalesce(a.time_zone, 'America/Mexico_City') as time_zone`;
const JOINED = `join draws d on d.id = r.draw_id join programs g on g.id = d.program_id
  join memberships s on s.id = r.membership_id join members m on m.id = s.member_id
  join accounts a on a.id = r.account_id and a.closed_at is null left join councils c on c.account_id = a.id`;

type ClaimedReview = {
  row: Row;
  kind: 'drawn' | 'decided' | 'reminder';
  /** Releases the claim after the mail server was not reached, so that the mail can be claimed again. */
  giveBack(query: Query): Promise<void>;
};

export async function claimDrawn(query: Query, now: Date): Promise<ClaimedReview | undefined> {
  const [row] = await query(
    `with next as (
       select id from reviews where livemode and status = 'open' and told_at is null
          and created_at > $1::timestamptz - interval '${NEWS_DAYS} days'
        order by id limit 1 for update skip locked
     ), claimed as (update reviews r set told_at = $1 from next where r.id = next.id returning r.*)
     select ${SHOWN} from claimed r ${JOINED}`,
    [now],
    'claim-drawn',
  );
  return row && { row, kind: 'drawn', giveBack: (query) => write(query, row, 'told_at = null') };
}

export async function claimDecided(query: Query, now: Date): Promise<ClaimedReview | undefined> {
  const [row] = await query(
    `with next as (
       select id from reviews where livemode and decision_told_at is null
          and decided_at > $1::timestamptz - interval '${NEWS_DAYS} days'
        order by decided_at limit 1 for update skip locked
     ), claimed as (update reviews r set decision_told_at = $1 from next where r.id = next.id returning r.*)
     select ${SHOWN} from claimed r ${JOINED}`,
    [now],
    'claim-decided-review',
  );
  return row && { row, kind: 'decided', giveBack: (query) => write(query, row, 'decision_told_at = null') };
}

/** The latest reminder that is due, unless this one or a later one was already claimed. */
export async function claimReminder(query: Query, now: Date): Promise<ClaimedReview | undefined> {
  const [row] = await query(
    `with next as (
       select r.id, k.days from reviews r join accounts a on a.id = r.account_id
        cross join lateral (
          select min(days) as days from unnest($2::integer[]) days
           where r.due_on - ($1::timestamptz at time zone coalesce(a.time_zone, 'America/Mexico_City'))::date
                 between 0 and days) k
        where r.livemode and r.status = 'open' and r.sent_at is null and k.days is not null
          and (r.reminded_days is null or r.reminded_days > k.days)
          and r.due_on between ($1::timestamptz - interval '2 days')::date and ($1::timestamptz + interval '9 days')::date
        order by r.id limit 1 for update of r skip locked
     ), claimed as (
       update reviews r set reminded_days = next.days from next, reviews old
        where r.id = next.id and old.id = r.id returning r.*, old.reminded_days as was
     )
     select ${SHOWN}, r.was from claimed r ${JOINED}`,
    [now, REMINDER_DAYS],
    'claim-review-reminder',
  );
  if (row === undefined) return undefined;
  const was = read.optionalNumber(row, 'was');
  return {
    row,
    kind: 'reminder',
    giveBack: (query) => write(query, row, `reminded_days = ${was ?? 'null'}`),
  };
}

async function write(query: Query, row: Row, change: string): Promise<void> {
  await query(`update reviews set ${change} where id = $1`, [read.id('rvw', row, 'id')]);
}
