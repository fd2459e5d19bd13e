/** Orders of time stamps that single calls share. */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { factColumns, leafBytes, toOrder } from './pg-order-rows.ts';
import type { CallOrderStore } from './ports.ts';

/**
 * An order is found for an hour less than an Idempotency-Key is kept. So a call that reuses its key for something new
 * never finds the old order.
 */
const FINDABLE = `interval '23 hours'`;

/**
 * Every process may use a stamp that is there. An order without a stamp needs one process that has it made. If two take
 * it over at once, the second waits for the row and then sees that the first is alive.
 */
const FIND = `
  with found as materialized (
    select order_id, leaves, tsr, chain, facts, array_position(claims, $3) - 1 as place
      from shared_stamps
     where account_id = $1 and batch_id is null and livemode = $2 and $3 = any (claims) and ordered_at > $4::timestamptz - ${FINDABLE}
     order by ordered_at desc limit 1
  ), taken as (
    update shared_stamps s set owner = $5 from found
     where s.order_id = found.order_id and s.tsr is null and (s.owner is null or not process_is_alive(s.owner))
    returning s.order_id
  )
  select found.*, exists (select from taken) as is_taken from found`;

export function makeCallOrders(database: Pick<Database, 'query'>, owner: () => number): CallOrderStore {
  return {
    async keep({ orderId, accountId, livemode, leaves, claims }, now) {
      const columns = [leafBytes(leaves), claims.map((claim) => claim ?? null)];
      await database.query(
        `insert into shared_stamps (order_id, account_id, livemode, leaves, claims, owner, ordered_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
        [orderId, accountId, livemode, ...columns, owner(), now],
        'keep-call-order',
      );
    },

    async keepStamp(orderId, { tsr, chain, facts }) {
      await database.query(
        'update shared_stamps set tsr = $2, chain = $3, facts = $4 where order_id = $1 and tsr is null',
        [orderId, tsr, chain, factColumns(facts)],
        'keep-call-stamp',
      );
    },

    async find({ accountId, livemode }, claim, now) {
      const params = [accountId, livemode, claim, now, owner()];
      const [row] = await database.query(FIND, params, 'find-call-order');
      if (row === undefined) return undefined;
      return { ...toOrder(row), place: read.number(row, 'place'), isTaken: read.boolean(row, 'is_taken') };
    },

    async letGo(orderId) {
      await database.query(
        'update shared_stamps set owner = null where order_id = $1',
        [orderId],
        'let-go-of-order',
      );
    },

    async forget(orderId) {
      await database.query('delete from shared_stamps where order_id = $1', [orderId], 'forget-call-order');
    },
  };
}

/** Forgets orders that no call can find any more, because their callers never came back after a crash. */
export async function forgetOldCallOrders(database: Pick<Database, 'query'>, now: Date): Promise<void> {
  await database.query(
    `delete from shared_stamps where batch_id is null and ordered_at <= $1::timestamptz - interval '24 hours'`,
    [now],
    'forget-old-call-orders',
  );
}
