/** Approves a renewal: freezes the evidence, closes the term and opens the next, all in one transaction. */

import { createHash } from 'node:crypto';
import type { TermBounds } from '@sello/rules';
import canonicalize from 'canonicalize';
import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { RenewalId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { type LedgerHead, readHeads } from '../awards/pg-ledger.ts';
import { momentsOf } from '../calendar.ts';
import { dayUpTo } from '../fields.ts';
import { assertMayDecide } from '../four-eyes/four-eyes.ts';
import { invalidTransition, THE_MEMBERSHIP } from '../membership/refusals.ts';
import { insertTerm, updateTerm } from '../membership/terms/pg-term-rows.ts';
import { refreshTerms } from '../membership/terms/refresh-terms.ts';
import type { MembershipTerm } from '../membership/terms/term.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import { lastDay } from '../standing/standing.ts';
import { queueConstancia } from './constancia.ts';
import { assertEligible } from './eligibility.ts';
import { lockRenewal } from './lock-renewal.ts';
import { updateRenewal } from './pg-renewals.ts';
import { type Renewable, readRenewable } from './renewable.ts';
import type { FrozenSnapshot, Renewal } from './renewal.ts';

type Approval = { reason?: string; starts_on?: string };

export async function approveRenewal(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  id: string,
  approval: Approval,
): Promise<RenewalId> {
  assertReason(approval.reason);
  const { renewal, locked } = await lockRenewal(tools, who, id, 'approved');
  await assertMayDecide(tools, who, renewal.reporters);
  const renewable = await readRenewable(tools, who, locked);
  assertRenewable(renewable);
  await approve(tools, who, renewable, renewal, approval);
  return renewal.id;
}

/**
 * Approves a renewal. The caller has locked the member, and has checked that the renewal is pending and may be decided.
 */
export async function approve(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  asked: Renewable,
  renewal: Renewal,
  { reason, starts_on }: Approval,
): Promise<void> {
  const start = startOf(asked, renewal, starts_on);
  const isInTime = renewal.requestedOn <= asked.closesOn;
  const renewable = isInTime ? asked : { ...asked, evaluation: asked.reinstatedOn(start) };
  if (renewal.basis === 'requirements') assertEligible(renewable);
  const { membership, term, today } = renewable;
  const now = tools.now();
  const moment = (await momentsOf(tools, who, [membership.memberId]))(membership.memberId);
  const bounds = renewable.nextDays(renewal.requestedOn, start);
  const next = nextTermOf(tools, renewable, bounds, now);
  const heads = await readHeads(tools, [membership.memberId]);
  await insertTerm(tools, who, next);
  await updateTerm(tools, {
    ...term,
    renewalId: renewal.id,
    extendedUntil: extensionUpTo(term, today),
    updatedAt: now,
  });
  await updateRenewal(tools, {
    ...renewal,
    status: 'approved',
    decision: { by: who.by.id, at: moment, reason },
    snapshot: freeze(renewable, heads.get(membership.memberId), moment),
    newTermId: next.id,
    endedExtension: term.extendedUntil,
    updatedAt: now,
  });
  if (renewal.wantsConstancia) await queueConstancia(tools, who, renewal);
  await refreshTerms(tools, who, [membership.memberId]);
  const { startsOn, endsOn } = next;
  const details = { basis: renewal.basis, new_term_id: next.id, starts_on: startsOn, ends_on: endsOn };
  await note(tools, who, 'renewal.approve', renewal.id, details);
}

/** An ended membership, or one of a deceased member, has no next term. */
export function assertRenewable({ membership, memberStatus }: Renewable): void {
  if (membership.status === 'ended') throw invalidTransition(THE_MEMBERSHIP, 'ended', 'active');
  if (memberStatus !== 'deceased') return;
  throw new AppError('invalid_transition', {
    en: 'The member is `deceased`, so the membership is not renewed.',
    es: 'El miembro está en `deceased`, por lo que la membresía no se renueva.',
  });
}

/**
 * The first day of the next term. It can be chosen only if the membership has lapsed: after its end, and no later than
 * today.
 */
function startOf(
  { closesOn, term, today }: Renewable,
  { requestedOn }: Renewal,
  wanted: string | undefined,
): string {
  if (wanted === undefined) return today;
  if (requestedOn <= closesOn) {
    throw invalidField(
      '`starts_on`',
      'is for lapsed memberships. This renewal came in time: the new term begins the day after the old one ends.',
      'es para membresías vencidas. Esta renovación llegó a tiempo: el nuevo periodo empieza al día siguiente del fin del anterior.',
    );
  }
  const day = dayUpTo('starts_on', wanted, today);
  const end = lastDay(term);
  if (day > end) return day;
  throw invalidField(
    '`starts_on`',
    `must lie after the end of the old term, ${end}.`,
    `debe ser posterior al fin del periodo anterior, ${end}.`,
  );
}

function nextTermOf(
  { newId }: Pick<Tools, 'newId'>,
  { membership, term, program }: Renewable,
  { starts_on, ends_on }: TermBounds,
  now: Date,
): MembershipTerm {
  return {
    id: newId('trm'),
    livemode: membership.livemode,
    membershipId: membership.id,
    number: term.number + 1,
    programVersion: program.version,
    tracks: membership.tracks,
    startsOn: starts_on,
    endsOn: ends_on,
    extendedUntil: undefined,
    extendReason: undefined,
    waivers: {},
    checklist: {},
    renewalId: undefined,
    isVoid: false,
    createdAt: now,
    updatedAt: now,
    // The real counts replace these values before the transaction ends.
    met: false,
    counted: 0,
    missingPoints: 0,
  };
}

/** Approval ends a running extension that day and drops an extension that has not begun. */
function extensionUpTo({ endsOn, extendedUntil }: MembershipTerm, today: string): string | undefined {
  if (extendedUntil === undefined || extendedUntil <= today) return extendedUntil;
  return today > endsOn ? today : undefined;
}

/**
 * The basis of the decision. Notes and reasons are left out, because they may be erased one day, but the snapshot never
 * changes.
 */
function freeze(
  { evaluation, checklist }: Pick<Renewable, 'evaluation' | 'checklist'>,
  head: LedgerHead | undefined,
  takenAt: Date,
): FrozenSnapshot {
  const text = canonicalize({
    evaluation,
    checklist: checklist.map(({ note: _, ...item }) => item),
    ledger_head: head === undefined ? null : { seq: head.seq, hash: Buffer.from(head.hash).toString('hex') },
    taken_at: takenAt.toISOString(),
  });
  if (text === undefined) throw new Error('A snapshot has no text');
  return { text, sha256: createHash('sha256').update(text).digest() };
}
