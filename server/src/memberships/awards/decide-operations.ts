/** The decisions about awards, by API. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import type { Scope } from '../../operations/scopes.ts';
import { exampleId } from '../examples.ts';
import { Reason } from '../reason.ts';
import { AwardAnswer, type AwardStatus, toAwardRecord } from './award.ts';
import { decideAward } from './decide-awards.ts';
import { DECISIONS, decideMany } from './decide-many.ts';
import { EXAMPLE_DECISIONS } from './example-award.ts';

const TAG = 'Awards';

const RowSchema = Type.Object({
  award_id: Type.String(),
  status: nullable(Type.String({ description: 'In its present state.' })),
  error: nullable(Type.String({ description: 'Why it was not decided.' })),
  message: nullable(Type.String()),
});

export const DECIDE_AWARD_OPERATIONS: readonly Operation[] = [
  decision('approve', 'approved', 'awards:approve', 'Approve an award', false),
  decision('reject', 'rejected', 'awards:approve', 'Reject an award', true),
  decision('revoke', 'revoked', 'awards:approve', 'Revoke an approved award', true),
  decision('withdraw', 'withdrawn', 'awards:write', 'Withdraw a pending award', false),
  decide(),
];

function decision(
  verb: keyof typeof EXAMPLE_DECISIONS,
  to: AwardStatus,
  scope: Scope,
  summary: string,
  needsReason: boolean,
): Operation {
  return operation({
    method: 'POST',
    path: `/awards/:id/${verb}`,
    operationId: `${verb}Award`,
    scope,
    tag: TAG,
    summary,
    params: Type.Object({ id: Type.String() }),
    body: Type.Object(
      { reason: needsReason ? Reason : Type.Optional(Reason) },
      { examples: [EXAMPLE_DECISIONS[verb]] },
    ),
    answers: { 200: { ...AwardAnswer, description: 'The award as it is now.' } },
    refusals: [
      404,
      'invalid_transition',
      'member_anonymised',
      ...(verb === 'approve' || verb === 'reject' ? (['four_eyes'] as const) : []),
    ],
    run: async (tools, { who, params, body, baseUrl }) => ({
      status: 200,
      body: { award: toAwardRecord(await decideAward(tools, who, params.id, to, body.reason), baseUrl) },
    }),
  });
}

function decide(): Operation {
  return operation({
    method: 'POST',
    path: '/awards/decide',
    operationId: 'decideAwards',
    scope: 'awards:approve',
    tag: TAG,
    summary: 'Decide many awards',
    description:
      'Up to 1,000 awards by their ids, or all awards of a roster to which the decision applies. An award that cannot be decided is reported in its row; the others are decided.',
    body: Type.Object(
      {
        ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { minItems: 1, maxItems: 1_000 })),
        roster_id: Type.Optional(Type.String()),
        decision: oneOf(DECISIONS),
        reason: Type.Optional(Reason),
      },
      {
        examples: [
          { ids: [exampleId('awd', 1), exampleId('awd', 2)], decision: 'approve' },
          { roster_id: exampleId('rst'), decision: 'reject', reason: 'La lista llegó sin firma.' },
        ],
      },
    ),
    answers: {
      200: Type.Object(
        {
          summary: Type.Object({
            rows: Type.Integer(),
            decided: Type.Integer(),
            refused: Type.Integer(),
          }),
          rows: Type.Array(RowSchema),
        },
        { description: 'A row for each award, in the order of `ids`.' },
      ),
    },
    refusals: [404],
    run: async (tools, { who, body, language }) => {
      const outcomes = await decideMany(tools, who, body);
      const rows = outcomes.map((outcome) => ({
        award_id: outcome.id,
        status: 'award' in outcome ? outcome.award.status : (outcome.status ?? null),
        error: 'award' in outcome ? null : outcome.refusal.code,
        message: 'award' in outcome ? null : outcome.refusal.text[language],
      }));
      const decided = rows.filter(({ error }) => error === null).length;
      return {
        status: 200,
        body: { summary: { rows: rows.length, decided, refused: rows.length - decided }, rows },
      };
    },
  });
}
