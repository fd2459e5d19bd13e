/** The operations on draws. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { Day, optional } from '../fields.ts';
import { Reason } from '../reason.ts';
import { cancelDraw } from './cancel-draw.ts';
import { LIST_CANDIDATES } from './candidates-operation.ts';
import { createDraw, deleteDraw, drawNamed } from './create-draw.ts';
import {
  DRAW_STATUSES,
  DRAW_TAG,
  DrawSchema,
  MOST_CANDIDATES,
  MOST_EVIDENCE_DAYS,
  USUAL_EVIDENCE_DAYS,
} from './draw.ts';
import { toDrawRecord } from './draw-record.ts';
import { EXAMPLE_CANCELLATION, EXAMPLE_NEW_DRAW } from './example-draw.ts';
import { listDraws } from './pg-draws.ts';
import { REVIEW_OPERATIONS } from './review-operations.ts';
import { sealDraw } from './seal-draw.ts';

const Params = Type.Object({ id: Type.String() });
const DrawAnswer = Type.Object({ draw: DrawSchema });

export const DRAW_OPERATIONS: readonly Operation[] = [
  create(),
  list(),
  read(),
  remove(),
  seal(),
  cancel(),
  LIST_CANDIDATES,
  ...REVIEW_OPERATIONS,
];

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/draws',
    operationId: 'createDraw',
    scope: 'memberships:decide',
    tag: DRAW_TAG,
    summary: 'Draft a draw',
    description:
      'A draw decides which memberships of a program are reviewed. It is decided by a block made after the list was sealed. Give either `share_percent` or `count`.',
    body: Type.Object(
      {
        program_id: Type.String(),
        name: Type.String({ minLength: 1, maxLength: 200, description: 'Shown on the public page.' }),
        share_percent: optional(
          Type.Number({
            exclusiveMinimum: 0,
            maximum: 100,
            description: 'At most two decimals. A fraction of a member is rounded up.',
          }),
        ),
        count: optional(Type.Integer({ minimum: 1, maximum: MOST_CANDIDATES })),
        from: {
          ...Day,
          description: 'First day of the period. Memberships with a term in the period are candidates.',
        },
        to: { ...Day, description: 'Last day of the period.' },
        evidence_days: optional(
          Type.Integer({ minimum: 1, maximum: MOST_EVIDENCE_DAYS, default: USUAL_EVIDENCE_DAYS }),
        ),
        instructions: optional(
          nullable(Type.String({ description: 'Shown to the drawn members on their own pages.' })),
        ),
      },
      { examples: [EXAMPLE_NEW_DRAW] },
    ),
    answers: { 201: { ...DrawAnswer, description: 'The draft.' } },
    refusals: [404],
    run: async (tools, { who, body, baseUrl }) => {
      const draw = await createDraw(tools, who, body);
      return {
        status: 201,
        body: { draw: toDrawRecord(who, draw, baseUrl) },
        location: `/draws/${draw.id}`,
      };
    },
  });
}

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/draws',
    operationId: 'listDraws',
    scope: 'memberships:read',
    tag: DRAW_TAG,
    summary: 'List draws',
    query: Type.Object({
      ...LIST_QUERY,
      status: Type.Optional(oneOf(DRAW_STATUSES)),
      program_id: Type.Optional(Type.String()),
    }),
    answers: {
      200: Type.Object(
        { draws: Type.Array(DrawSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query, baseUrl }) => {
      const { draws, pagination } = await listDraws(tools, who, query);
      return {
        status: 200,
        body: { draws: draws.map((draw) => toDrawRecord(who, draw, baseUrl)), pagination },
      };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/draws/:id',
    operationId: 'getDraw',
    scope: 'memberships:read',
    tag: DRAW_TAG,
    summary: 'Read a draw',
    description:
      'Repeat this call while the draw is `sealing` or `sealed`, or wait for the event `draw.drawn`.',
    params: Params,
    answers: { 200: { ...DrawAnswer, description: 'The draw.' } },
    refusals: [404],
    run: async (tools, { who, params, baseUrl }) => ({
      status: 200,
      body: { draw: toDrawRecord(who, await drawNamed(tools, who, params.id), baseUrl) },
    }),
  });
}

function remove(): Operation {
  return operation({
    method: 'DELETE',
    path: '/draws/:id',
    operationId: 'deleteDraw',
    scope: 'memberships:decide',
    tag: DRAW_TAG,
    summary: 'Delete the draft of a draw',
    description: 'Only drafts can be deleted. A sealed draw stays public, even if it is cancelled.',
    params: Params,
    answers: { 204: Type.Null({ description: 'It no longer exists: it was revoked, erased or has ended.' }) },
    refusals: [404, 'invalid_transition'],
    run: async (tools, { who, params }) => {
      await deleteDraw(tools, who, params.id);
      return { status: 204 };
    },
  });
}

function seal(): Operation {
  return operation({
    method: 'POST',
    path: '/draws/:id/seal',
    operationId: 'sealDraw',
    scope: 'memberships:decide',
    tag: DRAW_TAG,
    summary: 'Seal a draw',
    description:
      'Freezes the list of candidates and gives the draw its number. After this answer, the list is certified, which costs one certificate. The certified document also names the rule for the block: the first block after the time stamp, with a number that the chain has not reached yet. The hash of that block decides who is drawn. Anybody can check it on the page at `public_url`.',
    params: Params,
    answers: { 202: { ...DrawAnswer, description: 'The draw, which is being sealed.' } },
    refusals: [402, 'storage_full', 404, 'invalid_transition'],
    run: async (tools, { who, params, baseUrl }) => ({
      status: 202,
      body: { draw: toDrawRecord(who, await sealDraw(tools, who, params.id), baseUrl) },
    }),
  });
}

function cancel(): Operation {
  return operation({
    method: 'POST',
    path: '/draws/:id/cancel',
    operationId: 'cancelDraw',
    scope: 'memberships:decide',
    tag: DRAW_TAG,
    summary: 'Cancel a sealed draw',
    description:
      'The draw keeps its number and stays public with its seal, its result and the reason. Its open reviews end as `cancelled`.',
    params: Params,
    body: Type.Object(
      {
        reason: {
          ...Reason,
          description: 'The reason, which is shown on the public page. Do not name anybody in it.',
        },
      },
      { examples: [EXAMPLE_CANCELLATION] },
    ),
    answers: { 200: { ...DrawAnswer, description: 'The draw as it is now.' } },
    refusals: [404, 'invalid_transition'],
    run: async (tools, { who, params, body, baseUrl }) => ({
      status: 200,
      body: { draw: toDrawRecord(who, await cancelDraw(tools, who, params.id, body.reason), baseUrl) },
    }),
  });
}
