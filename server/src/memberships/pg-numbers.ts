/** Numbers without gaps: member numbers and folios. */

import * as read from '../database/row-reader.ts';
import type { Owner } from '../kernel/owner.ts';
import type { Tools } from '../operations/operation.ts';

/**
 * Takes the next `count` numbers and returns the first. The next caller waits until this transaction ends, and gets the
 * same numbers if it is rolled back, so there are neither gaps nor duplicates.
 */
export async function takeNumbers(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  series: string,
  count = 1,
): Promise<number> {
  const rows = await query(
    `insert into membership_numbers as n (account_id, livemode, series, last) values ($1, $2, $3, $4)
     on conflict (account_id, livemode, series) do update set last = n.last + $4
     returning last::integer - $4::integer + 1 as first`,
    [accountId, livemode, series, count],
    'take-numbers',
  );
  return read.number(read.firstRow(rows), 'first');
}
