/** The operation by which a member who was drawn sends evidence, on the member's own page. */

import { Type } from 'typebox';
import { operationsWith, type RunningOperation } from '../../operations/operation.ts';
import { DONE, Done, type OwnWho, PageAndId, TAG } from '../own-page/member-operation.ts';
import { sendEvidence } from './send-evidence.ts';

const operation = operationsWith<object, OwnWho>().running;

export const OWN_REVIEW_OPERATIONS: readonly RunningOperation<object, OwnWho>[] = [
  operation({
    method: 'POST',
    path: '/reviews/:id/evidence',
    operationId: 'sendOwnReviewEvidence',
    scope: 'own page',
    tag: TAG,
    summary: 'Send evidence for a review',
    params: PageAndId,
    body: Type.Object({
      evidence_id: Type.String({ maxLength: 40 }),
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    }),
    answers: { 200: Done },
    refusals: [404, 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body }) => {
      await sendEvidence(tools, who, who.session.member.id, params.id, body);
      return { status: 200, body: DONE };
    },
  }),
];
