/** The warnings that live certificates run out: when a tenth of those granted is left, and when none is. */

import type { Query } from '../../database/pool.ts';
import { noteEventOnce } from '../../events/note-event.ts';
import type { Owner } from '../../kernel/owner.ts';

/** An account that was never granted certificates is not warned. */
export function isLow(left: number, granted: number): boolean {
  return granted > 0 && left <= granted / 10;
}

/** It contains the number that was ever granted, so both warnings can be sent again after another grant. */
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
