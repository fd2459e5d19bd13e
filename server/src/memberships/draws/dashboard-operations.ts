/** Operations on draws that only the dashboard uses. */

import { Type } from 'typebox';
import { type Operation, operation } from '../../operations/operation.ts';
import { programNamed } from '../programs/find-program.ts';
import { checkedChoice } from './create-draw.ts';
import { DRAW_TAG, MOST_CANDIDATES } from './draw.ts';
import { howMany } from './draw-rule.ts';
import { countEligible } from './pg-candidates.ts';

export const DRAW_DASHBOARD_OPERATIONS: readonly Operation[] = [preview()];

function preview(): Operation {
  return operation({
    method: 'GET',
    path: '/draw-preview',
    operationId: 'previewDraw',
    scope: 'memberships:decide',
    tag: DRAW_TAG,
    summary: 'Among how many a draw would be made, if it were sealed now',
    query: Type.Object({
      program_id: Type.String(),
      from: Type.String(),
      to: Type.String(),
      share_percent: Type.Optional(Type.String({ maxLength: 20, description: 'A number.' })),
      count: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_CANDIDATES })),
    }),
    answers: {
      200: Type.Object({
        candidates: Type.Integer(),
        drawn: Type.Integer({ description: 'How many of them are drawn.' }),
        too_many: Type.Boolean({
          description: 'There are more than `candidates`, and more than a draw takes.',
        }),
      }),
    },
    refusals: [404],
    run: async (tools, { who, query: { share_percent: share, ...query } }) => {
      const { id } = await programNamed(tools, who, query.program_id);
      const choice = checkedChoice({
        ...query,
        ...(share !== undefined && { share_percent: Number(share) }),
      });
      const among = { programId: id, ...choice };
      const found = await countEligible(tools.query, who, among, MOST_CANDIDATES + 1);
      const candidates = Math.min(found, MOST_CANDIDATES);
      const body = { candidates, drawn: howMany(candidates, choice), too_many: found > MOST_CANDIDATES };
      return { status: 200, body };
    },
  });
}
