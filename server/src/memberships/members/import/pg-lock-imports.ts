/**
 * Makes imports of one account and mode run one after the other. Two imports of the same table would deadlock on each
 * other's rows.
 */

import * as read from '../../../database/row-reader.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';

const LONGEST_WAIT_MS = 60_000;
const STEP_MS = 200;

/** Polls, because a statement that waits long would look like an unreachable database. */
export async function lockImports(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<void> {
  const lock = `import ${accountId} ${livemode ? 'live' : 'test'}`;
  for (let waitedMs = 0; waitedMs < LONGEST_WAIT_MS; waitedMs += STEP_MS) {
    const rows = await query('select pg_try_advisory_xact_lock(hashtextextended($1, 7355)) as is_ours', [
      lock,
    ]);
    if (read.boolean(read.firstRow(rows), 'is_ours')) return;
    await query('select pg_sleep($1)', [STEP_MS / 1_000]);
  }
  throw new AppError(
    'overloaded',
    {
      en: 'Another import of your account is under way. Try again in {wait}.',
      es: 'Otra importación de su cuenta está en curso. Intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: 30 },
  );
}
