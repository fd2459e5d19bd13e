/** Makes nobody of a member, for good; the ledger and what was decided stay, under a number. */

import { findMemberToChange } from '../members/find-member.ts';
import type { Member } from '../members/member.ts';
import { updateMembers } from '../members/pg-members.ts';
import { note } from '../operations/note.ts';
import type { Tools, Who } from '../operations/operation.ts';
import { assertReason } from '../operations/reason.ts';
import { todayOf } from '../operations/today.ts';
import { refreshStandings } from '../terms/refresh-terms.ts';
import { blankWhatHangsOn } from './pg-blank-member.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

export async function anonymiseMember(tools: Ports, who: Who, id: string, reason: string): Promise<Member> {
  assertReason(reason);
  const member = await findMemberToChange(tools, who, id);
  const nobody = await makeNobody(tools, who, member, reason);
  await note(tools, who, 'member.anonymise', member.id);
  return nobody;
}

/** The member is locked. */
export async function makeNobody(tools: Ports, who: Who, member: Member, reason: string): Promise<Member> {
  const nobody: Member = {
    ...member,
    givenName: '',
    firstSurname: '',
    secondSurname: undefined,
    email: undefined,
    phone: undefined,
    curp: undefined,
    rfc: undefined,
    professionalLicense: undefined,
    specialty: undefined,
    specialtyLicense: undefined,
    memberSince: undefined,
    status: 'anonymised',
    suspendedOn: await todayOf(tools, who.accountId),
    suspendReason: reason,
    consent: undefined,
    publicProfile: false,
    publicFields: [],
    metadata: {},
    updatedAt: tools.now(),
  };
  await updateMembers(tools, who, [nobody]);
  await blankWhatHangsOn(tools, who, member.id);
  await refreshStandings(tools, [member.id]);
  return nobody;
}
