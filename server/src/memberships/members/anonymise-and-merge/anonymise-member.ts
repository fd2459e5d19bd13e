/** Anonymises a member for good; the ledger and past decisions stay, under a number. */

import type { Tools, Who } from '../../../operations/operation.ts';
import { todayOf } from '../../calendar.ts';
import { eraseDocuments } from '../../documents/pg-erase-documents.ts';
import { refreshStandings } from '../../membership/terms/refresh-terms.ts';
import { note } from '../../note-change.ts';
import { readUnusedEvidence } from '../../own-page/pg-forget-member.ts';
import { assertReason } from '../../reason.ts';
import { findMemberToChange } from '../find-member.ts';
import { type Member, NO_PERSON } from '../member.ts';
import { updateMembers } from '../pg-members.ts';
import { blankWhatHangsOn } from './pg-blank-member.ts';
import { readOwnPapers } from './pg-own-papers.ts';
import type { Papers } from './ports.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

export async function anonymiseMember(
  tools: Ports,
  papers: Papers,
  who: Who,
  id: string,
  reason: string,
): Promise<Member> {
  assertReason(reason);
  const member = await findMemberToChange(tools, who, id);
  const nobody = await makeNobody(tools, who, member, reason);
  await note(tools, who, 'member.anonymise', member.id);
  const issued = await eraseDocuments(tools, member.id, tools.now());
  const evidence = await readOwnPapers(tools, member.id);
  const unused = await readUnusedEvidence(tools, member.id);
  await papers.forgetDocuments(tools, who, [...issued, ...evidence, ...unused], tools.now());
  return nobody;
}

/** The member is locked. Documents stay when members are merged: they move to the other member. */
export async function makeNobody(tools: Ports, who: Who, member: Member, reason: string): Promise<Member> {
  const nobody: Member = {
    ...member,
    ...NO_PERSON,
    memberSince: undefined,
    status: 'anonymised',
    suspendedOn: await todayOf(tools, who.accountId),
    suspendReason: reason,
    consent: undefined,
    publicProfile: false,
    publicFields: [],
    externalId: undefined,
    metadata: {},
    updatedAt: tools.now(),
  };
  await updateMembers(tools, who, [nobody]);
  await blankWhatHangsOn(tools, member.id);
  await refreshStandings(tools, [member.id]);
  return nobody;
}
