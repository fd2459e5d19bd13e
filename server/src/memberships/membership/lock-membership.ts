/** Reads a membership for a change. The member is locked first, so that nothing changes after reading. */

import { type MembershipId, parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { lockMembers } from '../members/pg-lock-members.ts';
import { lockProgram } from '../programs/pg-programs.ts';
import type { Membership } from './membership.ts';
import { findMembership } from './pg-memberships.ts';
import {
  assertNotAnonymised,
  invalidTransition,
  membershipNotFound,
  THE_MEMBERSHIP,
  termDecided,
  termNotFound,
} from './refusals.ts';
import { findTerm, readTerms } from './terms/pg-term-rows.ts';
import type { MembershipTerm } from './terms/term.ts';

export type LockedMembership = {
  membership: Membership;
  memberStatus: string;
  /** Terms in order, without void ones. */
  terms: readonly MembershipTerm[];
};

export async function lockMembership(
  tools: Pick<Tools, 'query'>,
  who: Who,
  id: string,
): Promise<LockedMembership> {
  const membershipId = parseId('mbs', id);
  const found = membershipId && (await findMembership(tools, who, membershipId));
  if (found === undefined) throw membershipNotFound();
  return lockChain(tools, who, found);
}

/** Locks a term that has not been decided, so that it can be changed. */
export async function lockOpenTerm(
  tools: Pick<Tools, 'query'>,
  who: Who,
  id: string,
): Promise<LockedMembership & { term: MembershipTerm }> {
  const termId = parseId('trm', id);
  const found = termId && (await findTerm(tools, who, termId));
  if (found === undefined) throw termNotFound();
  const locked = await lockMembershipOf(tools, who, found.membershipId);
  const term = locked.terms.find((one) => one.id === termId);
  if (term === undefined || term.renewalId !== undefined) throw termDecided();
  if (locked.membership.status === 'ended') throw invalidTransition(THE_MEMBERSHIP, 'ended', 'active');
  return { ...locked, term };
}

async function lockMembershipOf(tools: Pick<Tools, 'query'>, who: Who, id: MembershipId) {
  const found = await findMembership(tools, who, id);
  if (found === undefined) throw membershipNotFound();
  return lockChain(tools, who, found);
}

async function lockChain(
  tools: Pick<Tools, 'query'>,
  who: Who,
  { id, memberId, programId }: Membership,
): Promise<LockedMembership> {
  const memberStatus = (await lockMembers(tools, who, [memberId])).get(memberId);
  if (memberStatus === undefined) throw membershipNotFound();
  assertNotAnonymised(memberStatus);
  // The program is locked, so that this change and new rules that move open terms wait for each other.
  await lockProgram(tools, who, programId, 'share');
  // The membership is read again, because somebody may have changed it before the lock was taken.
  const membership = await findMembership(tools, who, id);
  if (membership === undefined) throw membershipNotFound();
  return { membership, memberStatus, terms: await readTerms(tools, [id]) };
}
