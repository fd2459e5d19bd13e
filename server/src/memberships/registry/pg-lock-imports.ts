/** Imports of one account and mode come one after the other: two of the same table would wait for each other's rows. */

import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../operations/operation.ts';

export async function lockImports(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
): Promise<void> {
  await query('select pg_advisory_xact_lock(hashtextextended($1, 7355))', [
    `import ${accountId} ${livemode}`,
  ]);
}
