/** The operation that lists the candidates of a draw. */

import { encodeHex } from '@sello/proof';
import { Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { PaginationSchema, paginationOf } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { drawNamed } from './create-draw.ts';
import { DRAW_TAG, MOST_CANDIDATES } from './draw.ts';
import { listCandidates } from './pg-candidates.ts';

const CandidateSchema = Type.Object(
  {
    place: Type.Integer({ description: 'The position in the sealed list, from 0.' }),
    membership_id: Type.String(),
    member_id: Type.String(),
    member: Type.Object({ member_number: Type.String(), name: Type.String() }),
    salt: Type.String({ description: '32 bytes in hexadecimal.' }),
    commitment: Type.String({
      description:
        "SHA-256 of the salt's bytes followed by the text of `membership_id`, as in the sealed list.",
    }),
    rank: nullable(
      Type.Integer({
        description: 'The position in the result of the draw; null if the candidate was not drawn.',
      }),
    ),
  },
  { title: 'DrawCandidate' },
);

export const LIST_CANDIDATES: Operation = operation({
  method: 'GET',
  path: '/draws/:id/candidates',
  operationId: 'listDrawCandidates',
  scope: 'memberships:read',
  alsoScope: 'members:read',
  tag: DRAW_TAG,
  summary: 'List the candidates of a draw',
  description:
    'The frozen list in its order, with the salts by which the council can check it. Empty until the draw is sealed.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 100 })),
    offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MOST_CANDIDATES, default: 0 })),
  }),
  answers: {
    200: Type.Object(
      { candidates: Type.Array(CandidateSchema), pagination: PaginationSchema },
      { description: 'A page of the list.' },
    ),
  },
  refusals: [404],
  run: async (tools, { who, params, query }) => {
    const draw = await drawNamed(tools, who, params.id);
    const { limit = 100, offset = 0 } = query;
    const rows = await listCandidates(tools.query, draw.id, { limit: limit + 1, offset });
    const pagination = paginationOf({ limit, offset }, draw.candidates ?? 0, rows.length > limit);
    return { status: 200, body: { candidates: rows.slice(0, limit).map(toCandidateRecord), pagination } };
  },
});

function toCandidateRecord(candidate: Awaited<ReturnType<typeof listCandidates>>[number]) {
  const { place, membershipId, memberId, memberNumber, name, salt, commitment, rank } = candidate;
  return {
    place,
    membership_id: membershipId,
    member_id: memberId,
    member: { member_number: memberNumber, name },
    salt: encodeHex(salt),
    commitment: encodeHex(commitment),
    rank: rank ?? null,
  };
}
