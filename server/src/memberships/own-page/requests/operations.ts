/** Corrections that members ask for, by API. */

import { type Static, Type } from 'typebox';
import { oneOf } from '../../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../../operations/list.ts';
import { type Operation, operation, type Tools, type Who } from '../../../operations/operation.ts';
import { MEMBER_TAG } from '../../members/operations.ts';
import { note } from '../../note-change.ts';
import { masked } from '../../posted-tables/posting.ts';
import { Reason } from '../../reason.ts';
import { OF_A_MEMBER } from '../../refusal-groups.ts';
import { decideRequest, openChanges } from './decide-request.ts';
import { type MemberRequest, MemberRequestSchema, REQUEST_STATUSES } from './member-request.ts';
import { listRequests } from './pg-requests.ts';

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
      return { status: 200, body: { member_requests: await show(tools, who, requests), pagination } };
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
      'If this service sends mail, the member gets the decision and the reason. Write nothing confidential into the reason.',
    params: Type.Object({ id: Type.String() }),
    body: Type.Object(
      { reason: needsReason ? Reason : Type.Optional(Reason) },
      { examples: [needsReason ? { reason: 'Falta una copia del acta de nacimiento.' } : {}] },
    ),
    answers: { 200: { ...RequestAnswer, description: 'The request as it is now.' } },
    refusals: [404, ...(verb === 'approve' ? OF_A_MEMBER : []), 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body }) => {
      const request = await decideRequest(tools, who, params.id, to, body.reason);
      const [member_request] = await show(tools, who, [request]);
      return { status: 200, body: { member_request } };
    },
  });
}

type RequestRecord = Static<typeof MemberRequestSchema>;

/** Every disclosure of an unmasked CURP or RFC is recorded in the audit log. */
async function show(
  tools: Pick<Tools, 'query' | 'now' | 'serverKeys'>,
  who: Who,
  requests: readonly MemberRequest[],
): Promise<RequestRecord[]> {
  const records: RequestRecord[] = [];
  const isClear = who.may('members:identify');
  const seen = requests.filter(
    ({ sealed, fields }) => sealed !== undefined && (fields.includes('curp') || fields.includes('rfc')),
  );
  if (isClear && seen.length > 0) {
    const members = seen.map(({ memberId }) => memberId);
    await note(tools, who, 'member.identify', members[0] ?? '', members.length > 1 ? { members } : {});
  }
  for (const request of requests) records.push(await toRecord(tools, who, request, isClear));
  return records;
}

async function toRecord(
  tools: Pick<Tools, 'serverKeys'>,
  who: Who,
  request: MemberRequest,
  isClear: boolean,
): Promise<RequestRecord> {
  const hide = (name: string, value: string | null | undefined) =>
    typeof value === 'string' && !isClear && (name === 'curp' || name === 'rfc')
      ? masked(value)
      : (value ?? null);
  const changes = Object.entries(await openChanges(tools, who, request)).map(([name, value]) => [
    name,
    hide(name, value),
  ]);
  return {
    id: request.id,
    object: 'member_request',
    livemode: request.livemode,
    member_id: request.memberId,
    fields: [...request.fields] as RequestRecord['fields'],
    changes: request.sealed === undefined ? null : Object.fromEntries(changes),
    status: request.status,
    decision:
      request.decidedAt === undefined
        ? null
        : {
            by: request.decidedBy ?? null,
            at: request.decidedAt.toISOString(),
            reason: request.decisionReason ?? null,
          },
    created_at: request.createdAt.toISOString(),
    updated_at: request.updatedAt.toISOString(),
  };
}
