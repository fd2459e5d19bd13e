/**
 * Stands for a held duty in a test that does the duty's work itself, without a lock; every caller gets the same object.
 */

import type { Turn } from '../../server/src/database/duties.ts';
import type { Database } from '../../server/src/database/pool.ts';
import { firstRow, number } from '../../server/src/database/row-reader.ts';

const DUTY = 'by hand';

export async function turnByHand({ query }: Pick<Database, 'query'>): Promise<Turn> {
  const rows = await query(
    `insert into duties (name, number, holder, taken_at) values ($1, 1, 0, now())
     on conflict (name) do update set holder = duties.holder returning number`,
    [DUTY],
    'turn-by-hand',
  );
  return { duty: DUTY, number: number(firstRow(rows), 'number') };
}
