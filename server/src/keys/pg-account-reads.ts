/** Reads for a caller that has been admitted. */

import type { Database } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { AccountRead } from '../operations/account-read.ts';

export async function readOne<T>(
  database: Database,
  accountId: AccountId,
  livemode: boolean,
  what: AccountRead<T>,
): Promise<T> {
  if (what.sql === undefined) return what.toValue([]);
  const rows = await database.query(
    `select ride.* from (select $1::text as account_id, $2::boolean as livemode, $3::timestamptz) caller
       left join lateral (${what.sql}) ride on true`,
    [accountId, livemode, null, ...what.params],
    nameFor('read', what),
  );
  return what.toValue(rows);
}

/** If more ran at a time, reading their answers would delay every other request. */
const MOST_TOGETHER = 16;

/** Runs several reads with the same name in one statement if possible, and otherwise all in parallel. */
export function readTogether(
  database: Database,
  accountId: AccountId,
  livemode: boolean,
  reads: readonly AccountRead<unknown>[],
): Promise<unknown>[] {
  const [first] = reads;
  const areAlike = first?.types !== undefined && reads.every(({ name }) => name === first.name);
  const most = areAlike ? MOST_TOGETHER : 1;
  const groups: AccountRead<unknown>[][] = [];
  for (let i = 0; i < reads.length; i += most) groups.push(reads.slice(i, i + most));
  return groups.flatMap((group) => readGroup(database, { accountId, livemode }, group));
}

function readGroup(
  database: Database,
  { accountId, livemode }: { accountId: AccountId; livemode: boolean },
  reads: readonly AccountRead<unknown>[],
): Promise<unknown>[] {
  const [first] = reads;
  if (first === undefined || reads.length === 1) {
    return reads.map((one) => readOne(database, accountId, livemode, one));
  }
  const byPlace = database
    .query(
      togetherSql(first),
      [accountId, livemode, null, ...first.params.map((_, i) => reads.map(({ params }) => params[i]))],
      `together:${first.name}`,
    )
    .then((rows) => Map.groupBy(rows, (row) => read.number(row, 'place')));
  return reads.map(async ({ toValue }, i) => toValue((await byPlace).get(i + 1) ?? []));
}

/** PostgreSQL plans an unnamed statement for its parameters each time; a named one may get a generic plan. */
export function nameFor(
  kind: 'read' | 'admit' | 'admit-together' | 'upload',
  { name }: AccountRead<unknown>,
): string {
  return name === '' ? '' : `${kind}:${name}`;
}

/** The read over arrays of parameters; `place` is the position in those arrays. */
function togetherSql({ sql, types = [] }: AccountRead<unknown>): string {
  const arrays = types.map((type, i) => `$${i + 4}::${type}[]`).join(', ');
  const names = types.map((_, i) => `p${i + 4}`).join(', ');
  return `select item.place, ride.* from (select $1::text as account_id, $2::boolean as livemode, $3::timestamptz) caller
    cross join unnest(${arrays}) with ordinality as item (${names}, place)
    join lateral (${sql?.replace(/\$(\d+)/g, 'item.p$1')}) ride on true`;
}
