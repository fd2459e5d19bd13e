/**
 * Lets one import of an account and mode run at a time. Two imports of the same table would deadlock on each other's
 * rows.
 */

import * as read from '../../../database/row-reader.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';

/**
 * Refuses a second import at once. If it waited, it would occupy a connection and keep its whole table in memory. The
 * refused call counts as a call, because the same account sent both.
 */
export async function lockImports(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<void> {
  const rows = await query('select pg_try_advisory_xact_lock(hashtextextended($1, 7355)) as is_ours', [
    `import ${accountId} ${livemode ? 'live' : 'test'}`,
  ]);
  if (read.boolean(read.firstRow(rows), 'is_ours')) return;
  throw new AppError(
    'rate_limit_exceeded',
    {
      en: 'Another import of your account is under way. Nothing was changed. Let it end, and try again in {wait}.',
      es: 'Otra importación de su cuenta está en curso. No se cambió nada. Deje que termine e intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: 5 },
  );
}
