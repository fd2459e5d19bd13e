/** Reads times and numbers of certificates, by when they were made and by when they were certified. */

import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';

type NumberAt = { at: Date; number: number };

export async function createdKeys(
  query: Query,
  { accountId, livemode }: Owner,
  asked: { isDown: boolean; at: Date; number: number; since: Date; limit: number },
): Promise<NumberAt[]> {
  const [beyond, order] = asked.isDown ? ['<', 'desc'] : ['>', 'asc'];
  const rows = await query(
    `select created_at as at, number from certificate_search
      where account_id = $1 and livemode = $2 and (created_at, number) ${beyond} ($3::timestamptz, $4::bigint)
        and created_at > $5
      order by created_at ${order}, number ${order} limit $6`,
    [accountId, livemode, asked.at, asked.number, asked.since, asked.limit],
    `created-keys-${order}`,
  );
  return rows.map(toKey);
}

/**
 * Certificates that are certified, with numbers above `low` and up to `high`, each with the time of the final block
 * that covers it.
 */
export async function certifiedKeys(
  query: Query,
  { accountId, livemode }: Owner,
  network: string,
  asked: { isDown: boolean; low: number; high: number; limit: number },
): Promise<NumberAt[]> {
  const order = asked.isDown ? 'desc' : 'asc';
  const rows = await query(
    `select a.final_at as at, c.number from certificates c
       cross join lateral log_place(c.ticket) place
       cross join lateral (
         select final_at from anchors where network = $3 and state = 'final' and tree_size > place.leaf_index
          order by tree_size limit 1
       ) a
      where c.account_id = $1 and c.livemode = $2 and c.number > $4 and c.number <= $5
      order by c.number ${order} limit $6`,
    [accountId, livemode, network, asked.low, asked.high, asked.limit],
    `certified-keys-${order}`,
  );
  return rows.map(toKey);
}

/**
 * How much of the log was covered by blocks that were final before a time. With `orAt`, also by blocks that became
 * final at that time.
 */
export async function sizeFinalBefore(
  query: Query,
  network: string,
  time: Date,
  orAt: boolean,
): Promise<number> {
  const rows = await query(
    `select coalesce((
       select tree_size from anchors where network = $1 and state = 'final' and final_at ${orAt ? '<=' : '<'} $2
        order by tree_size desc limit 1), 0) as size`,
    [network, time],
    `size-final-${orAt ? 'at' : 'before'}`,
  );
  return read.number(read.firstRow(rows), 'size');
}

function toKey(row: Record<string, unknown>): NumberAt {
  return { at: read.date(row, 'at'), number: read.number(row, 'number') };
}
