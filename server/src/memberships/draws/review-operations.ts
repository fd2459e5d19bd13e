/** The operations on reviews of members who were drawn. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import { Day } from '../fields.ts';
import { decideReview, extendReview, reviewNamed } from './decide-review.ts';
import { EXAMPLE_DECISION } from './example-draw.ts';
import { listReviews } from './pg-reviews.ts';
import { OUTCOMES, REVIEW_STATUSES, ReviewSchema, toReviewRecord } from './review.ts';

const TAG = 'Reviews';
const Params = Type.Object({ id: Type.String() });
const ReviewAnswer = Type.Object({ review: ReviewSchema });

export const REVIEW_OPERATIONS: readonly Operation[] = [list(), read(), decide(), extend()];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/reviews',
    operationId: 'listReviews',
    scope: 'memberships:read',
    alsoScope: 'members:read',
    tag: TAG,
    summary: 'List reviews',
    query: Type.Object({
      ...LIST_QUERY,
      draw_id: Type.Optional(Type.String()),
      member_id: Type.Optional(Type.String()),
      status: Type.Optional(oneOf(REVIEW_STATUSES)),
      waiting: Type.Optional(
        oneOf(['true', 'false'], {
          description:
            'Whether it waits for the council: it is open, and has evidence or its last day is over.',
        }),
      ),
    }),
    answers: {
      200: Type.Object(
        { reviews: Type.Array(ReviewSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query }) => {
      const { reviews, pagination } = await listReviews(tools, who, query, await todayOf(tools, who));
      return { status: 200, body: { reviews: reviews.map(toReviewRecord), pagination } };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/reviews/:id',
    operationId: 'getReview',
    scope: 'memberships:read',
    alsoScope: 'members:read',
    tag: TAG,
    summary: 'Read a review',
    params: Params,
    answers: { 200: { ...ReviewAnswer, description: 'The review with its evidence.' } },
    refusals: [404],
    run: async (tools, { who, params }) => ({
      status: 200,
      body: { review: toReviewRecord(await reviewNamed(tools, who, params.id)) },
    }),
  });
}

function decide(): Operation {
  return operation({
    method: 'POST',
    path: '/reviews/:id/decide',
    operationId: 'decideReview',
    scope: 'memberships:decide',
    alsoScope: 'members:read',
    tag: TAG,
    summary: 'Decide a review',
    description:
      'The member is told the outcome and the reason. The membership does not change: to suspend or end it, make another call.',
    params: Params,
    body: Type.Object(
      {
        outcome: oneOf(OUTCOMES),
        reason: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 2_000,
            description: 'For the member. Required unless the outcome is `passed`.',
          }),
        ),
      },
      { examples: [EXAMPLE_DECISION] },
    ),
    answers: { 200: { ...ReviewAnswer, description: 'The review as it is now.' } },
    refusals: [404, 'invalid_transition', 'four_eyes'],
    run: async (tools, { who, params, body }) => ({
      status: 200,
      body: { review: toReviewRecord(await decideReview(tools, who, params.id, body)) },
    }),
  });
}

function extend(): Operation {
  return operation({
    method: 'POST',
    path: '/reviews/:id/extend',
    operationId: 'extendReview',
    scope: 'memberships:decide',
    alsoScope: 'members:read',
    tag: TAG,
    summary: 'Extend the time for evidence of a review',
    params: Params,
    body: Type.Object(
      { due_on: { ...Day, description: 'The new last day for evidence, not before today.' } },
      { examples: [{ due_on: '2026-05-31' }] },
    ),
    answers: { 200: { ...ReviewAnswer, description: 'The review as it is now.' } },
    refusals: [404, 'invalid_transition'],
    run: async (tools, { who, params, body }) => ({
      status: 200,
      body: { review: toReviewRecord(await extendReview(tools, who, params.id, body.due_on)) },
    }),
  });
}
