/**
 * Kept counts of memberships. Triggers record every change of them; here these records are summed up, or recomputed.
 */

import type { Database, Query } from '../../database/pool.ts';

/** What the memberships of a program are counted under. */
const KEY = 'account_id, livemode, program_id, kind, day, is_met';

/** What the counts must be. */
const DERIVED = `select ${KEY}, count(*) as count
  from memberships m, tallies_of(m.effective_status, m.starts_on, m.valid_until, m.lapses_on, m.term_met) k
 group by ${KEY}`;

/** Stored sums that differ from the memberships, with the right values. */
export const TALLIES_ASTRAY = `
  select ${KEY}, coalesce(kept.count, 0) as kept, coalesce(derived.count, 0) as derived
    from (select ${KEY}, sum(count) as count from membership_tallies group by ${KEY}) kept
    full join (${DERIVED}) derived using (${KEY})
   where coalesce(kept.count, 0) <> coalesce(derived.count, 0)`;

/** For housekeeping: figures are sums of few rows, however much was changed. */
export async function addUpTallies(database: Pick<Database, 'query'>): Promise<void> {
  await database.query('select add_up_tallies()', [], 'add-up-tallies');
}

/** Concurrent changes of memberships wait, and are recorded after this. */
export async function countTalliesAnew(query: Query): Promise<void> {
  await query('lock table memberships in share mode');
  await query('delete from membership_tallies');
  await query(`insert into membership_tallies (${KEY}, count, is_new) select *, false from (${DERIVED}) d`);
}
