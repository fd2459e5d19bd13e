/** Clean-up: reservations of dead processes, and expired idempotency keys. */

import type { Database } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';

/** Releases reservations of dead processes; returns how many certificates went back to allowances. */
export async function reclaimReservations(database: Database): Promise<number> {
  const rows = await database.query('select reclaim_reservations() as reclaimed', [], 'reclaim');
  return read.number(read.firstRow(rows), 'reclaimed');
}

/** Deletes idempotency keys past their 24 hours. */
export async function forgetOldIdempotencyKeys(database: Database, now: Date): Promise<void> {
  await database.query(
    `delete from idempotency_keys where created_at <= $1::timestamptz - interval '24 hours'`,
    [now],
    'forget-idempotency',
  );
}
