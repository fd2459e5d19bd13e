/** What crashed processes and time leave behind: reservations that nobody uses, idempotency keys past their day. */

import type { Database } from '../database/pool.ts';
import { firstRow, number } from '../database/row-reader.ts';

/** Hands back what dead processes had reserved; returns how many certificates of allowance that was. */
export async function reclaimReservations(database: Database): Promise<number> {
  const rows = await database.query('reclaim', 'select reclaim_reservations() as reclaimed', []);
  return number(firstRow(rows), 'reclaimed');
}

/** Deletes idempotency keys past their 24 hours. */
export async function forgetOldIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.query(
    'forget-idempotency',
    `delete from idempotency_keys where created_at <= $1::timestamptz - interval '24 hours'`,
    [now],
  );
}
