/** Awards, by API. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { CHANGED_SINCE_QUERY } from '../changed-since.ts';
import { DOCUMENT_STATUSES } from '../documents/document.ts';
import { assertBound } from '../fields.ts';
import { OF_AN_AWARD } from '../refusal-groups.ts';
import { AWARD_STATUSES, AwardAnswer, AwardSchema, toAwardRecord } from './award.ts';
import { AwardChange, NewAward } from './award-input.ts';
import { changeAward } from './change-award.ts';
import { createAward } from './create-award.ts';
import { DECIDE_AWARD_OPERATIONS } from './decide-operations.ts';
import { awardNamed } from './find-award.ts';
import { LEDGER_OPERATION } from './ledger-operation.ts';
import { type AwardFilter, listAwards } from './pg-awards.ts';

const TAG = 'Awards';

/** The filters of the list, which its export accepts too. */
export const AWARD_FILTERS = {
  member_id: Type.Optional(Type.String()),
  course_id: Type.Optional(Type.String()),
  program_id: Type.Optional(Type.String({ description: 'Awards with points in this program.' })),
  category: Type.Optional(Type.String({ description: 'Awards with points in this category.' })),
  role: Type.Optional(Type.String()),
  status: Type.Optional(oneOf(AWARD_STATUSES)),
  roster_id: Type.Optional(Type.String()),
  completed_after: Type.Optional(Type.String({ description: 'A day; matches awards completed later.' })),
  completed_before: Type.Optional(Type.String({ description: 'A day; matches awards completed earlier.' })),
  diploma: Type.Optional(
    oneOf(['none', ...DOCUMENT_STATUSES], {
      description: 'The state of the diploma; `none` for awards without one.',
    }),
  ),
  ...CHANGED_SINCE_QUERY,
};

export const AWARD_OPERATIONS: readonly Operation[] = [
  list(),
  create(),
  read(),
  change(),
  ...DECIDE_AWARD_OPERATIONS,
  LEDGER_OPERATION,
];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/awards',
    operationId: 'listAwards',
    scope: 'awards:read',
    tag: TAG,
    summary: 'List awards',
    query: Type.Object({ ...LIST_QUERY, ...AWARD_FILTERS }),
    answers: {
      200: Type.Object(
        { awards: Type.Array(AwardSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query, baseUrl }) => {
      assertBounds(query);
      const { awards, pagination } = await listAwards(tools, who, query);
      return {
        status: 200,
        body: { awards: awards.map((award) => toAwardRecord(award, baseUrl)), pagination },
      };
    },
  });
}

export function assertBounds(query: AwardFilter): void {
  for (const field of ['completed_after', 'completed_before'] as const) assertBound(field, query[field]);
}

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/awards',
    operationId: 'createAward',
    scope: 'awards:write',
    tag: TAG,
    summary: 'Report an award',
    description:
      'For a course, the member gets the points of the role, or fewer if `points` says so. For an `activity`, the caller states the points. The award is pending until it is approved.',
    body: NewAward,
    answers: { 201: { ...AwardAnswer, description: 'The award, pending.' } },
    refusals: [404, ...OF_AN_AWARD, 'course_full', 'claim_closed', 'member_not_found'],
    run: async (tools, { who, body, baseUrl }) => {
      const award = await createAward(tools, who, body);
      return { status: 201, body: { award: toAwardRecord(award, baseUrl) }, location: `/awards/${award.id}` };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/awards/:id',
    operationId: 'getAward',
    scope: 'awards:read',
    tag: TAG,
    summary: 'Read an award',
    params: Type.Object({ id: Type.String() }),
    answers: { 200: { ...AwardAnswer, description: 'The award.' } },
    refusals: [404],
    run: async (tools, { who, params, baseUrl }) => ({
      status: 200,
      body: { award: toAwardRecord(await awardNamed(tools, who, params.id), baseUrl) },
    }),
  });
}

function change(): Operation {
  return operation({
    method: 'PATCH',
    path: '/awards/:id',
    operationId: 'updateAward',
    scope: 'awards:write',
    tag: TAG,
    summary: 'Change an award',
    description: 'Every field while the award is pending; afterwards only `external_id` and `metadata`.',
    params: Type.Object({ id: Type.String() }),
    body: AwardChange,
    answers: { 200: { ...AwardAnswer, description: 'The award as it is now.' } },
    refusals: [404, 'invalid_transition', ...OF_AN_AWARD, 'claim_closed'],
    run: async (tools, { who, params, body, baseUrl }) => ({
      status: 200,
      body: { award: toAwardRecord(await changeAward(tools, who, params.id, body), baseUrl) },
    }),
  });
}
