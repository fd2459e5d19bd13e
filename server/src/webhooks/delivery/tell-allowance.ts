/** Tells endpoints at once that the live certificates of their account run out; everybody else learns it some minutes later. */

import type { Database } from '../../database/pool.ts';
import type { Owner } from '../../kernel/owner.ts';
import { isLow, lowSubject, noteLowAllowance } from '../../people/accounts/low-allowance.ts';
import type { Heads } from '../feed/pg-heads.ts';

export async function tellAllowance(
  { records }: { records: Pick<Database, 'transaction'> },
  owner: Owner,
  { allowance: { left, granted } }: Pick<Heads, 'allowance'>,
  at: Date,
): Promise<void> {
  if (!owner.livemode || !isLow(left, granted)) return;
  const warning = `${owner.accountId} ${lowSubject(left, granted)}`;
  if (told.has(warning)) return;
  await records.transaction((query) => noteLowAllowance(query, owner, { left, granted }, at));
  if (told.size > 10_000) told.clear();
  told.add(warning);
}

/**
 * Warnings that this process knows to be written, so that it need not ask the database each time. The database decides
 * in the end.
 */
const told = new Set<string>();
