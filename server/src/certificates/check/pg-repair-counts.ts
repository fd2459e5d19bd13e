/** Counts certificates and the bytes of their files again, and finds the number up to which files have expired. */

import { partly, type Repair, type Repaired } from '../../database/check/repair.ts';
import type { Query } from '../../database/pool.ts';

/** Locks a counter: new certificates of the account and mode wait until the repair ends. */
const LOCK_COUNTER = 'select from certificate_counts where account_id = $1 and livemode = $2 for update';

export const repairCounts: Repair<'counts'> = {
  kind: 'counts',
  run: ({ transaction }) =>
    transaction(async (query) => {
      const repaired = await correctCounts(query);
      // A counter that was missing has no bytes yet.
      await correctStoredBytes(query);
      return repaired;
    }),
};

export const repairStoredBytes: Repair<'stored_bytes'> = {
  kind: 'stored_bytes',
  run: ({ transaction }) => transaction(correctStoredBytes),
};

/**
 * Corrects the numbers of certificates. It locks each counter before counting, so that new certificates of the
 * account and mode wait. A counter is not changed if other tables show more certificates than there are: then
 * certificates are missing, and the counter is right.
 */
async function correctCounts(query: Query): Promise<Repaired> {
  await query(
    `insert into certificate_counts (account_id, livemode)
     select a.id, mode from accounts a, unnest(array[true, false]) mode on conflict do nothing`,
  );
  const suspects = await query(
    `select account_id, livemode from certificate_counts n
      where total <> (select count(*) from certificates c where c.account_id = n.account_id and c.livemode = n.livemode)`,
  );
  let repaired = 0;
  for (const { account_id, livemode } of suspects) {
    await query(LOCK_COUNTER, [account_id, livemode]);
    const rows = await query(
      `update certificate_counts n set total = c.counted
         from (select count(*) as counted, coalesce(max(number), 0) as highest
                 from certificates where account_id = $1 and livemode = $2) c
        where n.account_id = $1 and n.livemode = $2 and c.counted = c.highest
          and not exists (select from certificate_search s
                           where s.account_id = $1 and s.livemode = $2 and s.number > c.highest)
       returning 1`,
      [account_id, livemode],
    );
    repaired += rows.length;
  }
  return partly(repaired, suspects.length, 'certificate counters were corrected');
}

/** The number of bytes of the files that are kept for the account and mode of counter `n`. */
const STORED = `coalesce((
  select sum(c.file_size) from certificates c
   where c.account_id = n.account_id and c.livemode = n.livemode and c.file_erased_at is null), 0)`;

/** The condition that no legal hold keeps a certificate. Files under a hold are not erased at their age limit. */
export const IS_NOT_HELD =
  'not exists (select from held_certificates(c.account_id) held where held.id = c.id)';

/**
 * Finds a wrong `erased_to`. Files expire in the order of their certificates' numbers, so none up to `erased_to` may
 * still be kept, unless a hold keeps it.
 */
const ERASED_TO_IS_WRONG = `(n.erased_to < 0 or n.erased_to > n.total or exists (
  select from certificates c
   where c.account_id = n.account_id and c.livemode = n.livemode and c.number <= n.erased_to
     and c.file_erased_at is null and c.file_size is not null and ${IS_NOT_HELD}))`;

const FIRST_KEPT = `(
  select min(c.number) from certificates c
   where c.account_id = n.account_id and c.livemode = n.livemode and c.file_erased_at is null and c.file_size is not null)`;

/**
 * Corrects the sums of stored bytes. It locks each counter before summing, so that new certificates of the account
 * and mode wait. A counter is not changed if certificates are missing, because it includes their files, which may
 * still exist.
 */
async function correctStoredBytes(query: Query): Promise<Repaired> {
  const suspects = await query(
    `select account_id, livemode from certificate_counts n where n.stored_bytes <> ${STORED} or ${ERASED_TO_IS_WRONG}`,
  );
  let repaired = 0;
  for (const { account_id, livemode } of suspects) {
    await query(LOCK_COUNTER, [account_id, livemode]);
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
