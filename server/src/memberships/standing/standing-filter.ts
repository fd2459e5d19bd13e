/**
 * A filter by standing. It uses ranges of days in the index, so that it costs the same however many memberships there
 * are.
 */

import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Filter, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { addDays } from './days.ts';
import { NEVER, type Standing } from './standing.ts';

/** What is known about the owner's memberships, so that the filter can use its indexes. */
export type StandingHints = {
  /** The longest grace period. With it, a filter by grace skips memberships whose term has not ended. */
  longestGrace: number | undefined;
  /** Whether any of the memberships may lose its standing before its term ends. */
  canBeLost: boolean;
};

/** Adds the condition that memberships with this alias have this standing on this day. */
export function whereStanding(
  filter: Filter,
  alias: string,
  standing: Standing,
  today: string,
  hints: StandingHints,
): void {
  if (standing === 'suspended' || standing === 'ended') {
    where(filter, standing, (p) => `${alias}.effective_status = ${p}`);
    return;
  }
  filter.conditions.push(`${alias}.effective_status = 'active'`);
  where(filter, today, (p) => {
    const days = DAYS[standing](alias, `${p}::date`);
    if (!hints.canBeLost || standing === 'scheduled' || standing === 'delinquent') return days;
    return `${days} and (${alias}.lost_on is null or ${alias}.lost_on > ${p}::date)`;
  });
  const { longestGrace } = hints;
  if (standing !== 'grace' || longestGrace === undefined) return;
  // A membership in grace lapses within the longest grace period, unless it waits for a decision and so never lapses.
  const latest = addDays(today, longestGrace + 1);
  where(filter, latest, (p) => `(${alias}.lapses_on <= ${p}::date or ${alias}.lapses_on = '${NEVER}')`);
}

const DAYS: Record<Exclude<Standing, 'suspended' | 'ended'>, (m: string, today: string) => string> = {
  scheduled: (m, today) => `${m}.starts_on > ${today}`,
  delinquent: (m, today) => `${m}.starts_on <= ${today} and ${m}.lost_on <= ${today}`,
  // No membership lapses before its last day. The condition on that day is there only because the index begins with it.
  current: (m, today) =>
    `${m}.starts_on <= ${today} and ${m}.valid_until >= ${today} and ${m}.lapses_on > ${today}`,
  grace: (m, today) =>
    `${m}.starts_on <= ${today} and ${m}.valid_until < ${today} and ${m}.lapses_on > ${today}`,
  lapsed: (m, today) => `${m}.starts_on <= ${today} and ${m}.lapses_on <= ${today}`,
};

export async function standingHints(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  standing: Standing,
): Promise<StandingHints> {
  const [row] = await tools.query(
    `select exists (select from memberships where account_id = $1 and livemode = $2 and lost_on is not null) as lost`,
    [owner.accountId, owner.livemode],
    'standing-may-be-lost',
  );
  return {
    longestGrace: standing === 'grace' ? await longestGraceDays(tools, owner) : undefined,
    canBeLost: row?.lost === true,
  };
}

/**
 * The longest grace period in all programs and versions of the account. A known number gives a better plan than a
 * subquery.
 */
async function longestGraceDays(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<number> {
  const rows = await query(
    `select coalesce(max((v.rules->>'grace_days')::integer), 0) as days from programs p
       join program_versions v on v.program_id = p.id where p.account_id = $1 and p.livemode = $2`,
    [accountId, livemode],
    'longest-grace',
  );
  return read.number(read.firstRow(rows), 'days');
}
