/** What a council learns about legal holds: that there is one, and since when. Only the operator sees the reason. */

import { Type } from 'typebox';
import { oneOf } from '../http/schema.ts';
import { parseId } from '../kernel/ids.ts';
import { type Operation, operation } from '../operations/operation.ts';
import { HOLD_KINDS, type LegalHold } from './hold.ts';
import { readHoldsOver } from './pg-holds.ts';

const EXAMPLE = {
  id: 'hld_0BPu1ZGXVU3EkHvAvtBmRa',
  object: 'legal_hold',
  on: 'member',
  target: 'mem_0BPu1ZGXVU3EkHvAvtBmRb',
  since: '2026-03-02T16:20:00.000Z',
};

const HoldSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Literal('legal_hold'),
    on: oneOf(HOLD_KINDS, {
      description:
        "`account`: covers everything in it. `member`: covers the record, what belongs to it, and the member's papers.",
    }),
    target: Type.String({ description: 'The id of the account, the member or the certificate.' }),
    since: Type.String({ format: 'date-time' }),
  },
  { title: 'LegalHold', examples: [EXAMPLE] },
);

export const HOLD_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/legal-holds',
    operationId: 'listLegalHolds',
    scope: ['certificates:read', 'members:read'],
    tag: 'Legal holds',
    summary: 'See what may not be erased',
    description:
      'The legal holds on a member or a certificate; without either parameter, those on the whole account. What they cover cannot be erased, anonymised, deleted or merged (`legal_hold`), and age limits skip it. The operator of the service sets and lifts holds, and knows the reason.',
    query: Type.Object({
      member_id: Type.Optional(Type.String()),
      certificate_id: Type.Optional(
        Type.String({ description: 'Also finds the holds on the member to whom the paper belongs.' }),
      ),
    }),
    answers: {
      200: Type.Object(
        { legal_holds: Type.Array(HoldSchema) },
        { description: 'The holds in force, oldest first; an empty list if there are none.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query }) => {
      const holds = await readHoldsOver(tools, who.accountId, {
        member: parseId('mem', query.member_id ?? ''),
        certificate: parseId('cert', query.certificate_id ?? ''),
      });
      return { status: 200, body: { legal_holds: holds.map(toRecord) } };
    },
  }),
];

function toRecord({ id, kind, target, since }: LegalHold) {
  return { id, object: 'legal_hold', on: kind, target, since: since.toISOString() };
}
