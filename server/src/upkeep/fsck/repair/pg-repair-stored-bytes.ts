/** Sums the files of certificates again, and finds the number up to which they have expired. */

import type { Query } from '../../../database/pool.ts';
import { ERASED_TO_IS_WRONG, STORED } from '../pg-certificate-faults.ts';
import type { Repaired } from '../ports.ts';
import { partly } from './repaired.ts';

const FIRST_KEPT = `(
  select min(c.number) from certificates c
   where c.account_id = n.account_id and c.livemode = n.livemode and c.file_erased_at is null and c.file_size is not null)`;

/**
 * Locks the counter of an account and mode before summing, so that new certificates wait. Left alone where
 * certificates are missing: their files are counted, and may still be there.
 */
export async function repairStoredBytes(query: Query): Promise<Repaired> {
  const suspects = await query(
    `select account_id, livemode from certificate_counts n where n.stored_bytes <> ${STORED} or ${ERASED_TO_IS_WRONG}`,
  );
  let repaired = 0;
  for (const { account_id, livemode } of suspects) {
    await query('select from certificate_counts where account_id = $1 and livemode = $2 for update', [
      account_id,
      livemode,
    ]);
    const rows = await query(
      `update certificate_counts n
          set stored_bytes = ${STORED},
              erased_to = case when ${ERASED_TO_IS_WRONG} then coalesce(${FIRST_KEPT} - 1, n.total) else n.erased_to end
        where n.account_id = $1 and n.livemode = $2
          and n.total = (select count(*) from certificates c where c.account_id = $1 and c.livemode = $2)
       returning 1`,
      [account_id, livemode],
    );
    repaired += rows.length;
  }
  return partly(repaired, suspects.length, 'counts of stored bytes were corrected');
}
