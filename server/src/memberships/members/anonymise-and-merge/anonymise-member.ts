/** Anonymises a member for good. The ledger and past decisions stay, under the member's number. */

import type { Tools, Who } from '../../../operations/operation.ts';
import { todayOf } from '../../calendar.ts';
import { refreshStandings } from '../../membership/terms/refresh-terms.ts';
import { note } from '../../note-change.ts';
import { assertReason } from '../../reason.ts';
import { assertMembersNotHeld, findMemberToChange } from '../find-member.ts';
import { type Member, NO_PERSON } from '../member.ts';
import { updateMembers } from '../pg-members.ts';
import { forgetPerson } from './forget-person.ts';
import type { ForgetTools } from './person-data.ts';

export async function anonymiseMember(
  tools: ForgetTools,
  who: Who,
  id: string,
  reason: string,
): Promise<Member> {
  assertReason(reason);
  await assertMembersNotHeld(tools, who, [id]);
  const member = await findMemberToChange(tools, who, id);
  const nobody = await blankMember(tools, who, member, reason);
  await note(tools, who, 'member.anonymise', member.id);
  await forgetPerson(tools, who, member);
  await refreshStandings(tools, [member.id]);
  return nobody;
}

/** Empties the row of the member. The caller must have locked it. */
export async function blankMember(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  member: Member,
  reason: string,
): Promise<Member> {
  const nobody: Member = {
    ...member,
    ...NO_PERSON,
    memberSince: undefined,
    status: 'anonymised',
    suspendedOn: await todayOf(tools, who, { memberId: member.id }),
    suspendReason: reason,
    consent: undefined,
    publicProfile: false,
    publicFields: [],
    externalId: undefined,
    metadata: {},
    updatedAt: tools.now(),
  };
  await updateMembers(tools, who, [nobody]);
  return nobody;
}
