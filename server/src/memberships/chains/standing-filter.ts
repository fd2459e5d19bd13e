/** A filter by standing: ranges of days over the index, so that it costs the same however many memberships there are. */

import { type Filter, where } from '../operations/list.ts';
import type { Standing } from './standing.ts';

/** Adds the condition that memberships with this alias have this standing on this day. The filter is owned already. */
export function whereStanding(filter: Filter, alias: string, standing: Standing, today: string): void {
  if (standing === 'suspended' || standing === 'ended') {
    where(filter, standing, (p) => `${alias}.effective_status = ${p}`);
    return;
  }
  filter.conditions.push(`${alias}.effective_status = 'active'`);
  where(filter, today, (p) => DAYS[standing](alias, `${p}::date`));
}

const DAYS: Record<Exclude<Standing, 'suspended' | 'ended'>, (m: string, today: string) => string> = {
  scheduled: (m, today) => `${m}.starts_on > ${today}`,
  current: (m, today) => `${m}.starts_on <= ${today} and ${m}.valid_until >= ${today}`,
  // Bounded by the longest grace there is: otherwise all current ones would be looked at too. The two parameters of
  // every owned filter are account and mode.
  grace: (
    m,
    today,
  ) => `${m}.valid_until < ${today} and ${m}.starts_on <= ${today} and (${m}.lapses_on = 'infinity'
    or ${m}.lapses_on > ${today} and ${m}.lapses_on <= ${today} + (
      select coalesce(max((v.rules->>'grace_days')::integer), 0) + 1 from programs g
        join program_versions v on v.program_id = g.id where g.account_id = $1 and g.livemode = $2))`,
  lapsed: (m, today) => `${m}.starts_on <= ${today} and ${m}.lapses_on <= ${today}`,
};
