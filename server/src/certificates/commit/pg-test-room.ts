/** Limits the number of test certificates of an account, because they cost it nothing and stay for good. */

import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { type StorageRules, tooManyTests } from '../stored-files.ts';

/**
 * Throws if there is no room for more. Certificates that still wait in batches count too. The lock is held until the
 * transaction ends, so the cap holds however many requests run at the same time.
 */
export async function assertRoomForTests(
  query: Query,
  { maxTestCertificates }: StorageRules,
  accountId: AccountId,
  count: number,
): Promise<void> {
  // The lock has a statement of its own: a statement that waits for the lock does not see what was written meanwhile.
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
  if (row !== undefined && read.number(row, 'tests') + count > maxTestCertificates)
    throw tooManyTests(maxTestCertificates);
}
