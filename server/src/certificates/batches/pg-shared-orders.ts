/** Orders of time stamps that the items of a batch share. */

import { createHash } from 'node:crypto';
import { decodeTimestampResponse } from '@sello/proof';
import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import type { Stamp } from '../../timestamps/ports.ts';
import { areWarnings, toStampFacts } from '../pg-certificate-rows.ts';
import { HASH_BYTES, type SharedLeaf } from '../shared-stamps/way.ts';
import type { Batch } from './batch.ts';
import type { BatchStore, SharedOrder, TakenLot } from './ports.ts';

type OrderStore = Pick<BatchStore, 'sharedOrder' | 'fingerprints' | 'keepOrder' | 'keepStamp'>;

/** In the order of the batch. An item that is made already has its fingerprint in its certificate. */
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
      const bytes = Buffer.concat(leaves.flatMap(({ sha256, random }) => [sha256, random]));
      const params = [lot.accountId, lot.batch.id, owner(), orderId, bytes, now];
      await database.query(KEEP, params, 'keep-shared-order');
      return sharedOrder(lot);
    },

    async keepStamp({ accountId, batch }, orderId, { tsr, chain, facts }) {
      const rows = await database.query(
        `update shared_stamps set tsr = $4, chain = $5, facts = $6
          where order_id = $3 and tsr is null and account_id = $1 and batch_id = $2
            and exists (select from batches where account_id = $1 and id = $2 and owner = $7)
         returning 1 as kept`,
        [accountId, batch.id, orderId, tsr, chain, JSON.stringify(factColumns(facts)), owner()],
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

/** Under the names that a certificate has them by. */
function factColumns({ psc, serial, policyOid, genTime, accuracyMs, accredited, warnings }: Stamp['facts']) {
  return {
    psc,
    tst_serial: serial,
    policy_oid: policyOid,
    gen_time: genTime,
    accuracy_ms: accuracyMs ?? null,
    accredited,
    warnings,
  };
}

function toOrder(row: Row): SharedOrder {
  return {
    orderId: read.id('cst', row, 'order_id'),
    leaves: leavesIn(read.bytes(row, 'leaves')),
    stamp: row.tsr === null ? undefined : toStamp(row),
  };
}

function leavesIn(bytes: Uint8Array): SharedLeaf[] {
  const hashAt = (place: number) => bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES);
  return Array.from({ length: bytes.length / (2 * HASH_BYTES) }, (_, i) => ({
    sha256: hashAt(2 * i),
    random: hashAt(2 * i + 1),
  }));
}

function toStamp(row: Row): Stamp {
  const tsr = read.bytes(row, 'tsr');
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) throw new Error('A stored response contains no token');
  const facts = read.record<Row>(row, 'facts');
  return {
    tsr,
    tokenSha256: createHash('sha256').update(token.der).digest(),
    chain: read.bytesList(row, 'chain'),
    facts: { ...toStampFacts(facts), warnings: read.shaped(facts, 'warnings', areWarnings, 'warnings') },
  };
}
