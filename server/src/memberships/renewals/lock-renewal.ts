/** Locks the member and reads a renewal, for its decision. */

import { AppError } from '../../kernel/errors.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { type LockedMembership, lockMembership } from '../membership/lock-membership.ts';
import { invalidTransition } from '../membership/refusals.ts';
import { findRenewal } from './pg-renewals.ts';
import { RENEWAL_STEPS, type Renewal, type RenewalStatus } from './renewal.ts';

export async function lockRenewal(
  tools: Pick<Tools, 'query'>,
  who: Who,
  id: string,
  to: RenewalStatus,
): Promise<{ renewal: Renewal; locked: LockedMembership }> {
  const renewalId = parseId('rnw', id);
  const found = renewalId && (await findRenewal(tools, who, renewalId));
  if (found === undefined) throw renewalNotFound();
  const locked = await lockMembership(tools, who, found.membershipId);
  // The renewal is read again, because somebody may have decided it before the lock was taken.
  const renewal = await findRenewal(tools, who, found.id);
  if (renewal === undefined) throw renewalNotFound();
  if (!RENEWAL_STEPS[renewal.status].includes(to)) throw invalidTransition(THE_RENEWAL, renewal.status, to);
  return { renewal, locked };
}

const THE_RENEWAL = { en: 'The renewal', es: 'La renovación' };

export function renewalNotFound(): AppError {
  return new AppError('not_found', {
    en: 'There is no renewal with this id in your account.',
    es: 'No hay ninguna renovación con este id en su cuenta.',
  });
}
