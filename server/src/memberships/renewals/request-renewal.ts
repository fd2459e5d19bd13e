/** Requests the renewal of a membership, and approves it at once if asked to. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RenewalId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertMay } from '../../operations/refusal.ts';
import { assertMayDecideOwn, type Reporters, reportersOf } from '../four-eyes/four-eyes.ts';
import { lockMembership } from '../membership/lock-membership.ts';
import { refreshStandings } from '../membership/terms/refresh-terms.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import { approve, assertRenewable } from './approve-renewal.ts';
import { assertOpen } from './eligibility.ts';
import { findOpenRenewal, insertRenewal } from './pg-renewals.ts';
import { type Renewable, readRenewable } from './renewable.ts';
import type { Basis, Renewal } from './renewal.ts';

export type AskedRenewal = {
  basis?: Basis;
  reason?: string;
  approve?: boolean;
  certify?: boolean;
  starts_on?: string;
};

export async function requestRenewal(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  membershipId: string,
  asked: AskedRenewal,
): Promise<RenewalId> {
  await assertMayRequest(tools, who, asked);
  const renewable = await readRenewable(tools, who, await lockMembership(tools, who, membershipId));
  return requestOf(tools, who, renewable, asked);
}

export async function assertMayRequest(
  tools: Pick<Tools, 'query'>,
  who: Who,
  asked: AskedRenewal,
): Promise<void> {
  assertMayAsk(who, asked);
  if (asked.approve === true) await assertMayDecideOwn(tools, who);
}

/** The caller must have locked the membership, and be allowed to ask. */
export async function requestOf(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  renewable: Renewable,
  asked: AskedRenewal,
): Promise<RenewalId> {
  assertRenewable(renewable);
  await assertNoneWaits(tools, renewable);
  assertOpen(renewable);
  const renewal = makeRenewal(tools, renewable, asked, await reportersOf(tools, who));
  await insertRenewal(tools, who, renewal);
  await note(tools, who, 'renewal.request', renewal.id, {
    membership_id: renewal.membershipId,
    basis: renewal.basis,
  });
  if (asked.approve === true) await approve(tools, who, renewable, renewal, asked);
  else await refreshStandings(tools, [renewable.membership.memberId]);
  return renewal.id;
}

function assertMayAsk(who: Who, { basis, reason, approve: isApproval, starts_on }: AskedRenewal): void {
  assertReason(reason);
  if (isApproval === true) assertMay(who, 'renewals:decide');
  else if (starts_on !== undefined) {
    throw invalidField(
      '`starts_on`',
      'is chosen with the approval. Send it with `approve`, or when you approve.',
      'se elige al aprobar. Envíelo con `approve` o al aprobar.',
    );
  }
  if (basis !== 'exception') return;
  assertMay(who, 'renewals:decide');
  if (reason === undefined) {
    throw invalidField(
      '`reason`',
      'is needed for an exception: it is shown as such.',
      'es necesario en una excepción, que se muestra como tal.',
    );
  }
}

async function assertNoneWaits(tools: Pick<Tools, 'query'>, { membership }: Renewable): Promise<void> {
  const waiting = await findOpenRenewal(tools, membership.id);
  if (waiting === undefined) return;
  throw new AppError('renewal_open', {
    en: `The renewal ${waiting.id} of this membership is waiting for its decision. Decide or withdraw it first.`,
    es: `La renovación ${waiting.id} de esta membresía espera su decisión. Decídala o retírela primero.`,
  });
}

function makeRenewal(
  { now, newId }: Pick<Tools, 'now' | 'newId'>,
  { membership, term, today }: Renewable,
  { basis = 'requirements', reason, certify = false }: AskedRenewal,
  reporters: Reporters,
): Renewal {
  return {
    id: newId('rnw'),
    livemode: membership.livemode,
    membershipId: membership.id,
    memberId: membership.memberId,
    programId: membership.programId,
    termId: term.id,
    status: 'requested',
    isContradicted: false,
    basis,
    reason,
    requestedOn: today,
    reporters,
    decision: undefined,
    snapshot: undefined,
    newTermId: undefined,
    endedExtension: undefined,
    wantsConstancia: certify,
    constancia: undefined,
    createdAt: now(),
    updatedAt: now(),
  };
}
