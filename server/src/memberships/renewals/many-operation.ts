/** The operation that renews all memberships whose requirements are met. */

import { Type } from 'typebox';
import { nullable, oneOf } from '../../http/schema.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { optional } from '../fields.ts';
import { Reason } from '../reason.ts';
import { type ManyRow, MOST_AT_ONCE, renewMany } from './renew-many.ts';
import { ReasonSchema } from './show-eligibility.ts';

const Row = Type.Object(
  {
    membership_id: Type.String(),
    member_id: Type.String(),
    outcome: oneOf(['renewed', 'would_renew', 'not_eligible'], {
      description:
        '`renewed`: requested and, with `approve`, approved. `would_renew`: the same in a dry run.',
    }),
    renewal_id: nullable(Type.String()),
    reasons: Type.Array(ReasonSchema, {
      description: 'For `not_eligible`: the reasons, as in the eligibility of a membership.',
    }),
  },
  { title: 'RenewedRow' },
);

export const RENEW_MANY: Operation = operation({
  method: 'POST',
  path: '/renewals/batch',
  operationId: 'renewMany',
  scope: 'renewals:write',
  tag: 'Renewals',
  summary: 'Renew all memberships that meet their requirements',
  description:
    'Goes through the memberships whose renewal is open, whose points suffice and which have no pending request, up to 100 per call. Those whose checklist is complete too are renewed; for the others the answer gives the reasons. Each call is one transaction. Call again with `after` until it is null; after a failure, repeat the same call. `dry_run` judges and stores nothing. `approve` needs `renewals:decide`.',
  body: Type.Object(
    {
      program_id: optional(Type.String({ description: 'Only memberships of this program.' })),
      clock_id: optional(
        Type.String({
          description:
            'In test mode: only members under this test clock. Without it, only members without a clock.',
        }),
      ),
      dry_run: optional(Type.Boolean({ default: false })),
      approve: optional(
        Type.Boolean({
          default: false,
          description: 'Also approves the renewals; otherwise they wait for a decision.',
        }),
      ),
      certify: optional(
        Type.Boolean({
          default: false,
          description:
            'Also makes a constancia de vigencia for each, which takes one certificate of the allowance.',
        }),
      ),
      reason: optional(Reason),
      limit: optional(Type.Integer({ minimum: 1, maximum: MOST_AT_ONCE, default: MOST_AT_ONCE })),
      after: optional(Type.String({ maxLength: 100, description: 'The `after` of the previous answer.' })),
    },
    { examples: [{ dry_run: true }] },
  ),
  answers: {
    200: Type.Object(
      {
        rows: Type.Array(Row),
        left: Type.Integer({
          description: 'How many more memberships follow; only the first 10,000 are counted.',
        }),
        after: nullable(
          Type.String({ description: 'The `after` of the next call. Null after the last one.' }),
        ),
      },
      { description: 'What happened to each membership.' },
    ),
  },
  refusals: ['four_eyes'],
  run: async (tools, { who, body, language }) => {
    const { rows, left } = await renewMany(tools, who, body);
    const toRow = ({ membershipId, memberId, outcome, renewalId, reasons }: ManyRow) => ({
      membership_id: membershipId,
      member_id: memberId,
      outcome,
      renewal_id: renewalId ?? null,
      reasons: reasons.map((one) => ('message' in one ? { ...one, message: one.message[language] } : one)),
    });
    const after = left > 0 ? (rows.at(-1)?.membershipId ?? null) : null;
    return { status: 200, body: { rows: rows.map(toRow), left, after }, isDryRun: body.dry_run === true };
  },
});
