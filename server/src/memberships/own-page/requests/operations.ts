/** Corrections that members ask for, by API. */

import { Type } from 'typebox';
import { oneOf } from '../../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../../operations/list.ts';
import { type Operation, operation } from '../../../operations/operation.ts';
import { MEMBER_TAG } from '../../members/operations.ts';
import { Reason } from '../../reason.ts';
import { OF_A_MEMBER } from '../../refusal-groups.ts';
import { decideRequest } from './decide-request.ts';
import { MemberRequestSchema, REQUEST_STATUSES } from './member-request.ts';
import { listRequests } from './pg-requests.ts';
import { showRequests } from './show-requests.ts';

const RequestAnswer = Type.Object({ member_request: MemberRequestSchema });

export const REQUEST_OPERATIONS: readonly Operation[] = [
  list(),
  decision('approve', 'approved', 'Make the correction that a member asked for', false),
  decision('reject', 'rejected', 'Refuse the correction that a member asked for', true),
];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/member-requests',
    operationId: 'listMemberRequests',
    scope: 'members:read',
    tag: MEMBER_TAG,
    summary: 'List corrections that members ask for',
    description:
      'Corrections of names and identifiers, requested on the members’ own pages. The requested values are stored encrypted and deleted with the decision.',
    query: Type.Object({
      ...LIST_QUERY,
      status: Type.Optional(oneOf(REQUEST_STATUSES)),
      member_id: Type.Optional(Type.String()),
    }),
    answers: {
      200: Type.Object(
        { member_requests: Type.Array(MemberRequestSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query }) => {
      const { requests, pagination } = await listRequests(tools, who, query);
      return { status: 200, body: { member_requests: await showRequests(tools, who, requests), pagination } };
    },
  });
}

function decision(
  verb: 'approve' | 'reject',
  to: 'approved' | 'rejected',
  summary: string,
  needsReason: boolean,
): Operation {
  return operation({
    method: 'POST',
    path: `/member-requests/:id/${verb}`,
    operationId: `${verb}MemberRequest`,
    scope: 'members:write',
    tag: MEMBER_TAG,
    summary,
    description:
      'If this service sends mail, the member gets the decision and the reason by mail. Write nothing confidential in the reason.',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object(
      { reason: needsReason ? Reason : Type.Optional(Reason) },
      { examples: [needsReason ? { reason: 'Falta una copia del acta de nacimiento.' } : {}] },
    ),
    answers: { 200: { ...RequestAnswer, description: 'The request as it is now.' } },
    refusals: [404, ...(verb === 'approve' ? OF_A_MEMBER : []), 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body }) => {
      const request = await decideRequest(tools, who, params.id, to, body.reason);
      const [member_request] = await showRequests(tools, who, [request]);
      return { status: 200, body: { member_request } };
    },
  });
}
