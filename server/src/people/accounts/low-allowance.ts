/**
 * The warnings that few live certificates are left: when a tenth of the granted number is left, and when none is left.
 */

import type { Query } from '../../database/pool.ts';
import { noteEventOnce } from '../../events/note-event.ts';
import type { Owner } from '../../kernel/owner.ts';

/** An account that was never granted certificates is not warned. */
export function isLow(left: number, granted: number): boolean {
  return granted > 0 && left <= granted / 10;
}

/** The subject contains the total number granted so far, so both warnings can be sent again after the next grant. */
export function lowSubject(left: number, granted: number): string {
  return `${granted} ${left === 0 ? 0 : 10}`;
}

export async function noteLowAllowance(
  query: Query,
  owner: Owner,
  { left, granted }: { left: number; granted: number },
  at: Date,
): Promise<void> {
  const data = {
    object: 'allowance',
    certificates_left: left,
    certificates_granted: granted,
    threshold_percent: left === 0 ? 0 : 10,
  };
  const subject = `allowance ${lowSubject(left, granted)}`;
  await noteEventOnce(query, owner, subject, { type: 'allowance.low', data, at });
}
