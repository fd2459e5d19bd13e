/** Test certificates cost their account nothing and stay for good, so an account has a cap of them. */

import type { Query } from '../../database/pool.ts';
import { number } from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { type StorageRules, tooManyTests } from '../stored-files.ts';

/**
 * Those that still wait in batches count. The lock is held until the transaction ends, so the cap holds however many
 * requests run at once.
 */
export async function assertRoomForTests(
  query: Query,
  { maxTestCertificates }: StorageRules,
  accountId: AccountId,
  count: number,
): Promise<void> {
  // Locked by a statement of its own: one that waits for the lock does not see what was written meanwhile.
  await query(
    'select from certificate_counts where account_id = $1 and not livemode for update',
    [accountId],
    'lock-test-counts',
  );
  const [row] = await query(
    `select n.total + (select coalesce(sum(b.total - b.made - b.failed), 0) from batches b
                        where b.account_id = $1 and not b.livemode and b.made + b.failed < b.total) as tests
       from certificate_counts n where n.account_id = $1 and not n.livemode`,
    [accountId],
    'count-tests',
  );
  if (row !== undefined && number(row, 'tests') + count > maxTestCertificates)
    throw tooManyTests(maxTestCertificates);
}
