/** Retries one certificate that was refused because of the account's files, or finds out why it cannot be written. */

import type { Database, Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CommitOutcome } from '../ports.ts';
import type { StorageRules } from '../stored-files.ts';
import { type Commit, commitStatement, outcomesOf, writeNotes } from './pg-commit.ts';
import { assertRoomForTests } from './pg-test-room.ts';

/**
 * Writes the certificate while it holds the row of the counter, and checks under this lock that the file is still
 * there. Files are erased only under the same lock, so a file that exists stays. It locks key, account and counter in
 * the same order as `begin` and a commit, so that none of these can deadlock.
 */
export async function commitCarefully(
  database: Database,
  owner: number,
  rules: StorageRules,
  one: Commit,
): Promise<CommitOutcome> {
  const { made, idempotent } = one;
  return database.transaction(async (query) => {
    await query(
      'select from idempotency_keys where account_id = $1 and operation = $2 and key = $3 for update',
      [made.accountId, idempotent?.operation, idempotent?.key],
    );
    return commitUnderLock(query, owner, rules, one);
  });
}

/** Does the same in a transaction that already holds the locks that come before the account's. */
export async function commitUnderLock(
  query: Query,
  owner: number,
  rules: StorageRules,
  one: Commit,
): Promise<CommitOutcome> {
  const { made } = one;
  const { accountId, certificate } = made;
  await query('select from accounts where id = $1 for no key update', [accountId]);
  const [counts] = await query(
    'select stored_bytes, erasures from certificate_counts where account_id = $1 and livemode = $2 for update',
    [accountId, certificate.livemode],
  );
  if (counts === undefined) return 'lost';
  if (!certificate.livemode && !one.isPrepaid) await assertRoomForTests(query, rules, accountId, 1);
  const { sizeBytes = 0 } = certificate.file;
  if (made.sent && read.number(counts, 'stored_bytes') + sizeBytes > rules.maxStoredBytes)
    return 'storage_full';
  if (made.sent && !(await made.sent.isThere())) return 'lost';
  const { name, text, params } = commitStatement([one], owner, rules, read.number(counts, 'erasures'));
  const outcomes = outcomesOf([one], await query(text, params, name));
  await writeNotes(query, [one], outcomes);
  return outcomes[0] ?? 'lost';
}
