/**
 * Warns accounts with endpoints that their live certificates are running out: when a tenth of the granted number is
 * left, and when none is left.
 */

import type { Database } from '../../database/pool.ts';
import { noteEventOnce } from '../../events/note-event.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Heads } from '../feed/pg-heads.ts';

export async function tellAllowance(
  { records }: { records: Pick<Database, 'transaction'> },
  owner: Owner,
  { allowance: { left, granted } }: Pick<Heads, 'allowance'>,
  at: Date,
): Promise<void> {
  if (!owner.livemode || granted === 0 || left > granted / 10) return;
  // The key contains the number that was ever granted, so both warnings can be sent again after another grant.
  const threshold = left === 0 ? 0 : 10;
  const data = {
    object: 'allowance',
    certificates_left: left,
    certificates_granted: granted,
    threshold_percent: threshold,
  };
  const subject = `allowance ${granted} ${threshold}`;
  if (told.has(`${owner.accountId} ${subject}`)) return;
  await records.transaction((query) =>
    noteEventOnce(query, owner, subject, { type: 'allowance.low', data, at }),
  );
  if (told.size > 10_000) told.clear();
  told.add(`${owner.accountId} ${subject}`);
}

/**
 * Warnings that this process knows to be written, so that it need not ask the database each time. The database decides
 * in the end.
 */
const told = new Set<string>();
