/** Orders of time stamps that the items of a batch share. */

import type { Database, Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { factColumns, leafBytes, toOrder } from '../shared-stamps/pg-order-rows.ts';
import type { SharedOrder } from '../shared-stamps/ports.ts';
import type { Batch } from './batch.ts';
import type { BatchStore, TakenLot } from './ports.ts';

type OrderStore = Pick<BatchStore, 'sharedOrder' | 'fingerprints' | 'keepOrder' | 'keepStamp'>;

/**
 * The fingerprints in the order of the items. For an item that has its certificate, the fingerprint is read from the
 * certificate.
 */
const FINGERPRINTS = `
  select coalesce(decode(one.item ->> 'sha256', 'hex'), c.sha256) as sha256
    from batch_lots l
   cross join lateral (
     select o.nth, o.outcome, i.item
       from jsonb_array_elements(l.outcomes) with ordinality o (outcome, nth)
       left join json_array_elements(coalesce(l.items, '[]')) with ordinality i (item, nth) on i.nth = o.nth) one
    left join certificates c on c.account_id = l.account_id and c.id = one.outcome #>> '{}'
   where l.account_id = $1 and l.batch_id = $2
   order by l.first, one.nth`;

const KEEP = `
  insert into shared_stamps (order_id, account_id, batch_id, leaves, ordered_at)
  select $4, account_id, id, $5, $6 from batches where account_id = $1 and id = $2 and owner = $3
  on conflict (account_id, batch_id) do nothing`;

export function makeSharedOrders(database: Pick<Database, 'query'>, owner: () => number): OrderStore {
  const sharedOrder = async ({ accountId, batch }: TakenLot): Promise<SharedOrder | undefined> => {
    const [row] = await database.query(
      'select order_id, leaves, tsr, chain, facts from shared_stamps where account_id = $1 and batch_id = $2',
      [accountId, batch.id],
      'shared-order',
    );
    return row && toOrder(row);
  };
  return {
    sharedOrder,

    async fingerprints({ accountId, batch }) {
      const rows = await database.query(FINGERPRINTS, [accountId, batch.id], 'batch-fingerprints');
      return rows.map((row) => read.bytes(row, 'sha256'));
    },

    async keepOrder(lot, { orderId, leaves }, now) {
      const params = [lot.accountId, lot.batch.id, owner(), orderId, leafBytes(leaves), now];
      await database.query(KEEP, params, 'keep-shared-order');
      return sharedOrder(lot);
    },

    async keepStamp({ accountId, batch }, orderId, { tsr, chain, facts }) {
      const rows = await database.query(
        `update shared_stamps set tsr = $4, chain = $5, facts = $6
          where order_id = $3 and tsr is null and account_id = $1 and batch_id = $2
            and exists (select from batches where account_id = $1 and id = $2 and owner = $7)
         returning 1 as kept`,
        [accountId, batch.id, orderId, tsr, chain, factColumns(facts), owner()],
        'keep-shared-stamp',
      );
      return rows.length === 1;
    },
  };
}

/** Forgets the order of a batch whose certificates are all made. */
export async function forgetSharedOrder(query: Query, accountId: AccountId, { id }: Batch): Promise<void> {
  await query('delete from shared_stamps where account_id = $1 and batch_id = $2', [accountId, id]);
}
