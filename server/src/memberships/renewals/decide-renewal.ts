/** Rejects, withdraws and annuls renewals. */

import { AppError } from '../../kernel/errors.ts';
import type { RenewalId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { momentsOf } from '../calendar.ts';
import { assertMayDecide } from '../four-eyes/four-eyes.ts';
import { termDecided } from '../membership/refusals.ts';
import { updateTerm } from '../membership/terms/pg-term-rows.ts';
import { refreshStandings, refreshTerms } from '../membership/terms/refresh-terms.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import { lockRenewal } from './lock-renewal.ts';
import { findOpenRenewal, updateRenewal } from './pg-renewals.ts';

/** The term stays open, and another renewal may be requested. */
export async function closeRequest(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  id: string,
  to: 'rejected' | 'withdrawn',
  reason: string | undefined,
): Promise<RenewalId> {
  assertReason(reason);
  const { renewal } = await lockRenewal(tools, who, id, to);
  if (to === 'rejected') await assertMayDecide(tools, who, renewal.reporters);
  const now = tools.now();
  const moment = (await momentsOf(tools, who, [renewal.memberId]))(renewal.memberId);
  await updateRenewal(tools, {
    ...renewal,
    status: to,
    decision: { by: who.by.id, at: moment, reason },
    updatedAt: now,
  });
  await refreshStandings(tools, [renewal.memberId]);
  await note(tools, who, to === 'rejected' ? 'renewal.reject' : 'renewal.withdraw', renewal.id);
  return renewal.id;
}

/** The new term becomes void, and the old term is open again, with its extension. The snapshot stays. */
export async function annulRenewal(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  id: string,
  reason: string,
): Promise<RenewalId> {
  assertReason(reason);
  const { renewal, locked } = await lockRenewal(tools, who, id, 'annulled');
  const opened = locked.terms.find((term) => term.id === renewal.newTermId);
  const closed = locked.terms.find((term) => term.id === renewal.termId);
  if (opened === undefined || closed === undefined || opened.renewalId !== undefined) throw termDecided();
  const waiting = await findOpenRenewal(tools, renewal.membershipId);
  if (waiting !== undefined) throw renewalOfTheNext(waiting.id);
  const now = tools.now();
  const moment = (await momentsOf(tools, who, [renewal.memberId]))(renewal.memberId);
  await updateTerm(tools, { ...opened, isVoid: true, updatedAt: now });
  await updateTerm(tools, {
    ...closed,
    renewalId: undefined,
    extendedUntil: renewal.endedExtension,
    updatedAt: now,
  });
  await updateRenewal(tools, {
    ...renewal,
    status: 'annulled',
    decision: { by: who.by.id, at: moment, reason },
    updatedAt: now,
  });
  await refreshTerms(tools, who, [renewal.memberId]);
  await note(tools, who, 'renewal.annul', renewal.id, { void_term_id: opened.id, open_term_id: closed.id });
  return renewal.id;
}

function renewalOfTheNext(id: RenewalId): AppError {
  return new AppError('renewal_open', {
    en: `The renewal ${id} of the new term is waiting for its decision. Withdraw it first.`,
    es: `La renovación ${id} del nuevo periodo espera su decisión. Retírela primero.`,
  });
}
