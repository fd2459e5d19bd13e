/**
 * Stored counts of memberships. Triggers record every change of a membership. The functions here add these records up,
 * or count again from the memberships.
 */

import type { Database, Query } from '../../database/pool.ts';

/** The columns under which the memberships of a program are counted. */
const KEY = 'account_id, livemode, program_id, kind, day, is_met';

/** The counts as they must be, derived from the memberships. */
const DERIVED = `select ${KEY}, count(*) as count
  from memberships m, tallies_of(m.effective_status, m.starts_on, m.valid_until, m.lapses_on, m.term_met) k
 group by ${KEY}`;

/** Finds stored sums that differ from the memberships, with the right values. */
export const TALLIES_ASTRAY = `
  select ${KEY}, coalesce(kept.count, 0) as kept, coalesce(derived.count, 0) as derived
    from (select ${KEY}, sum(count) as count from membership_tallies group by ${KEY}) kept
    full join (${DERIVED}) derived using (${KEY})
   where coalesce(kept.count, 0) <> coalesce(derived.count, 0)`;

/** Called regularly, so that each figure is the sum of only a few rows, however much was changed. */
export async function addUpTallies(database: Pick<Database, 'query'>): Promise<void> {
  await database.query('select add_up_tallies()', [], 'add-up-tallies');
}

/** Counts everything again. Concurrent changes of memberships wait, and are recorded afterwards. */
export async function countTalliesAnew(query: Query): Promise<void> {
  await query('lock table memberships in share mode');
  await query('delete from membership_tallies');
  await query(`insert into membership_tallies (${KEY}, count, is_new) select *, false from (${DERIVED}) d`);
}
