/** A filter by standing: ranges of days over the index, so that it costs the same however many memberships there are. */

import { firstRow, number } from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Filter, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { addDays } from './days.ts';
import { NEVER, type Standing } from './standing.ts';

/**
 * Adds the condition that memberships with this alias have this standing on this day. With `longestGrace` (from
 * `longestGraceDays`), a filter by grace skips current memberships; without it, the result is the same but slower.
 */
export function whereStanding(
  filter: Filter,
  alias: string,
  standing: Standing,
  today: string,
  longestGrace?: number,
): void {
  if (standing === 'suspended' || standing === 'ended') {
    where(filter, standing, (p) => `${alias}.effective_status = ${p}`);
    return;
  }
  filter.conditions.push(`${alias}.effective_status = 'active'`);
  where(filter, today, (p) => DAYS[standing](alias, `${p}::date`));
  if (standing !== 'grace' || longestGrace === undefined) return;
  // A membership in grace lapses within the longest grace period, or waits for a decision.
  const latest = addDays(today, longestGrace + 1);
  where(filter, latest, (p) => `(${alias}.lapses_on <= ${p}::date or ${alias}.lapses_on = '${NEVER}')`);
}

const DAYS: Record<Exclude<Standing, 'suspended' | 'ended'>, (m: string, today: string) => string> = {
  scheduled: (m, today) => `${m}.starts_on > ${today}`,
  // Nobody lapses before their last day; stated so that the index, which begins with that day, can be used.
  current: (m, today) =>
    `${m}.starts_on <= ${today} and ${m}.valid_until >= ${today} and ${m}.lapses_on > ${today}`,
  grace: (m, today) =>
    `${m}.starts_on <= ${today} and ${m}.valid_until < ${today} and ${m}.lapses_on > ${today}`,
  lapsed: (m, today) => `${m}.starts_on <= ${today} and ${m}.lapses_on <= ${today}`,
};

/**
 * The longest grace period in all programs and versions of the account. A known number gives a better plan than a
 * subquery.
 */
export async function longestGraceDays(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<number> {
  const rows = await query(
    `select coalesce(max((v.rules->>'grace_days')::integer), 0) as days from programs p
       join program_versions v on v.program_id = p.id where p.account_id = $1 and p.livemode = $2`,
    [accountId, livemode],
    'longest-grace',
  );
  return number(firstRow(rows), 'days');
}
