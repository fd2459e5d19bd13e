/** Derives terms and standings again from the ledger, and counts the figures of councils again. */

import { type Repair, type Repaired, whole } from '../../database/check/repair.ts';
import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { recountTerms } from '../membership/terms/refresh-terms.ts';
import { countTalliesAnew } from '../overview/pg-tallies.ts';

export const repairMemberships: Repair<'memberships'> = {
  kind: 'memberships',
  run: ({ transaction }) => transaction(deriveStandings),
};

export const repairTallies: Repair<'tallies'> = {
  kind: 'tallies',
  run: ({ transaction }) =>
    transaction(async (query) => {
      await countTalliesAnew(query);
      return whole('the figures of councils were counted anew');
    }),
};

/** Recounts all members, taking locks in the usual order. The ledger is never changed. */
async function deriveStandings(query: Query): Promise<Repaired> {
  let members = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const rows: Row[] = await query('select id from members where id > $1 order by id limit 500 for update', [
      after,
    ]);
    const ids = rows.map((row) => read.id('mem', row, 'id'));
    if (ids.length > 0) await recountTerms({ query }, ids);
    members += ids.length;
    after = ids.at(-1);
  }
  return whole(`the terms and standings of ${members} members were derived again`);
}
