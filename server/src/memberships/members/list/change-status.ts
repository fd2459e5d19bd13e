/** Suspends and reactivates members, and records that one has died. */

import { AppError } from '../../../kernel/errors.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { todayOf } from '../../calendar.ts';
import { dayUpTo } from '../../fields.ts';
import { refreshStandings } from '../../membership/terms/refresh-terms.ts';
import { note } from '../../note-change.ts';
import { assertReason } from '../../reason.ts';
import { findMemberToChange } from '../find-member.ts';
import { type Member, type MemberVerb, STEPS } from '../member.ts';
import { updateMembers } from '../pg-members.ts';

type StatusChange = { reason?: string; on?: string };

/**
 * Changes the member's status, and the standing of the memberships in the same transaction: a member who is not active
 * has none in force.
 */
export async function changeMemberStatus(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  id: string,
  verb: MemberVerb,
  { reason, on }: StatusChange,
): Promise<Member> {
  assertReason(reason);
  const before = await findMemberToChange(tools, who, id);
  const day = dayUpTo('on', on, await todayOf(tools, who, { memberId: before.id }));
  const { from, to } = STEPS[verb];
  if (!from.includes(before.status)) throw cannotBecome(before.status, to);
  const isActive = to === 'active';
  const after: Member = {
    ...before,
    status: to,
    suspendedOn: isActive ? undefined : day,
    suspendReason: isActive ? undefined : reason,
    updatedAt: tools.now(),
  };
  await updateMembers(tools, who, [after]);
  await refreshStandings(tools, [after.id]);
  await note(tools, who, `member.${verb}`, after.id, { from: before.status, to, on: day });
  return after;
}

function cannotBecome(from: string, to: string): AppError {
  return new AppError('invalid_transition', {
    en: `The member is \`${from}\` and cannot become \`${to}\`.`,
    es: `El miembro está en \`${from}\` y no puede pasar a \`${to}\`.`,
  });
}
