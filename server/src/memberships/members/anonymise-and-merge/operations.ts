/** What cannot be undone: anonymising and merging members, by API. */

import { Type } from 'typebox';
import { type Operation, operation } from '../../../operations/operation.ts';
import { exampleId } from '../../examples.ts';
import { Reason } from '../../reason.ts';
import { MemberAnswer, showMember } from '../member-record.ts';
import { MEMBER_TAG, MemberParams } from '../operations.ts';
import { anonymiseMember } from './anonymise-member.ts';
import { mergeMembers } from './merge-members.ts';

export const ERASE_OPERATIONS: readonly Operation[] = [anonymise(), merge()];

function anonymise(): Operation {
  return operation({
    method: 'POST',
    path: '/members/:id/anonymise',
    operationId: 'anonymiseMember',
    scope: 'members:erase',
    tag: MEMBER_TAG,
    summary: 'Anonymise a member',
    description:
      "There is no way back. Names, identifiers, contact data, notes, reasons, external ids, metadata and posted rows are blanked. Sessions, links and requests of the member's own page are deleted. Certificates that are evidence only of this member lose title, file name and original. Member number, ledger, terms and renewals stay. If data must be blocked first, suspend the member and anonymise later. Do not write in `reason` who the person was.",
    params: MemberParams,
    body: Type.Object(
      { reason: Reason },
      { examples: [{ reason: 'Ejercicio del derecho de cancelación.' }] },
    ),
    answers: { 200: { ...MemberAnswer, description: 'What is left of the limits.' } },
    refusals: [404, 'member_anonymised', 'legal_hold'],
    run: async (tools, { who, params, body, baseUrl }) => {
      const member = await anonymiseMember(tools, who, params.id, body.reason);
      return { status: 200, body: { member: await showMember(tools, who, member, baseUrl) } };
    },
  });
}

function merge(): Operation {
  return operation({
    method: 'POST',
    path: '/members/:id/merge',
    operationId: 'mergeMember',
    scope: 'members:erase',
    tag: MEMBER_TAG,
    summary: 'Merge a member into another',
    description:
      'For a person who was entered twice. Memberships move to the other member. Approved awards are revoked here and given there with the same days; pending ones are withdrawn here and become pending there. Fields that the other member lacks are copied. Then this member is anonymised. Needs `awards:write`; if approved awards move, `awards:approve`; and if memberships move, `memberships:write`. Do not write in `reason` who the person was.',
    params: MemberParams,
    body: Type.Object(
      {
        into: Type.String({ description: 'The id of the member that stays.' }),
        reason: Reason,
      },
      { examples: [{ into: exampleId('mem', 2), reason: 'Registrada dos veces.' }] },
    ),
    answers: { 200: { ...MemberAnswer, description: 'The member that stays.' } },
    refusals: [404, 'membership_exists', 'member_anonymised', 'legal_hold'],
    run: async (tools, { who, params, body, baseUrl }) => {
      const member = await mergeMembers(tools, who, params.id, body);
      return { status: 200, body: { member: await showMember(tools, who, member, baseUrl) } };
    },
  });
}
