/** Members, by API. Lists, imports, anonymising and merging are in the folders beside this file. */

import { Type } from 'typebox';
import { type Operation, operation } from '../../operations/operation.ts';
import { OF_A_MEMBER } from '../refusal-groups.ts';
import { changeMember } from './change-member.ts';
import { createMember } from './create-member.ts';
import { deleteMember } from './delete-member.ts';
import { findMember } from './find-member.ts';
import { MemberChange, NewMember } from './member-input.ts';
import { MemberAnswer, MemberSchema, showMember, showMembers, showQuietly } from './member-record.ts';
import { searchMembers } from './search-members.ts';

export const MEMBER_TAG = 'Members';
export const MemberParams = Type.Object({ id: Type.String() });

export const MEMBER_OPERATIONS: readonly Operation[] = [create(), search(), read(), change(), remove()];

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/members',
    operationId: 'createMember',
    scope: 'members:write',
    tag: MEMBER_TAG,
    summary: 'Enter a member',
    description:
      '`curp`, `rfc`, `professional_license`, `member_number` and `external_id` are unique in the account, because rosters find people by them.',
    body: NewMember,
    answers: { 201: { ...MemberAnswer, description: 'The member.' } },
    refusals: [...OF_A_MEMBER, 'clock_full'],
    run: async (tools, { who, body, baseUrl }) => {
      const made = await createMember(tools, who, body);
      const [member] = await showQuietly(tools, who, [made], baseUrl);
      return { status: 201, body: { member }, location: `/members/${made.id}` };
    },
  });
}

function search(): Operation {
  return operation({
    method: 'POST',
    path: '/members/search',
    operationId: 'searchMembers',
    evenSuspended: true,
    scope: 'members:read',
    tag: MEMBER_TAG,
    summary: 'Find members by CURP, RFC or e-mail',
    description:
      'Exact matches only. It is a POST, because URLs are logged and must not contain personal identifiers. `curp` and `rfc` also need `members:identify`.',
    body: Type.Object(
      {
        curp: Type.Optional(Type.String({ minLength: 1 })),
        rfc: Type.Optional(Type.String({ minLength: 1 })),
        email: Type.Optional(Type.String({ minLength: 1 })),
      },
      { examples: [{ email: 'maria.prueba@example.com' }, { curp: 'PUMM850215MDFRSR02' }] },
    ),
    answers: {
      200: Type.Object(
        { members: Type.Array(MemberSchema) },
        { description: 'The matching members, newest first; an empty list if there are none.' },
      ),
    },
    refusals: ['invalid_curp', 'invalid_rfc'],
    run: async (tools, { who, body, baseUrl, once }) => {
      const members = await searchMembers(tools, who, body, { isKept: once !== undefined });
      return { status: 200, body: { members: await showMembers(tools, who, members, baseUrl) } };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/members/:id',
    operationId: 'getMember',
    scope: 'members:read',
    tag: MEMBER_TAG,
    summary: 'Read a member',
    params: MemberParams,
    answers: { 200: { ...MemberAnswer, description: 'The member.' } },
    refusals: [404],
    run: async (tools, { who, params, baseUrl }) => {
      const member = await findMember(tools, who, params.id);
      return { status: 200, body: { member: await showMember(tools, who, member, baseUrl) } };
    },
  });
}

function change(): Operation {
  return operation({
    method: 'PATCH',
    path: '/members/:id',
    operationId: 'updateMember',
    scope: 'members:write',
    tag: MEMBER_TAG,
    summary: 'Change a member',
    description:
      'Changes only the fields in the body; null clears a field. `consent: null` withdraws the consent and takes the public page down.',
    params: MemberParams,
    body: MemberChange,
    answers: { 200: { ...MemberAnswer, description: 'The member after the change.' } },
    refusals: [404, ...OF_A_MEMBER, 'member_anonymised'],
    run: async (tools, { who, params, body, baseUrl }) => {
      const member = await changeMember(tools, who, params.id, body);
      return { status: 200, body: { member: await showMember(tools, who, member, baseUrl) } };
    },
  });
}

function remove(): Operation {
  return operation({
    method: 'DELETE',
    path: '/members/:id',
    operationId: 'deleteMember',
    scope: 'members:write',
    tag: MEMBER_TAG,
    summary: 'Delete a member',
    description:
      'Only a member without memberships and awards can be deleted; anonymise other members instead.',
    params: MemberParams,
    answers: { 204: Type.Null({ description: 'It no longer exists: it was revoked, erased or has ended.' }) },
    refusals: [404, 'member_in_use', 'member_anonymised', 'legal_hold'],
    run: async (tools, { who, params }) => {
      await deleteMember(tools, who, params.id);
      return { status: 204 };
    },
  });
}
