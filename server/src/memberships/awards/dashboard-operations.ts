/** The awards of a course with the names of their members, for the dashboard. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { DOCUMENT_STATUSES } from '../documents/document.ts';
import { optional } from '../fields.ts';
import { readKnownMembers } from '../members/known-members.ts';
import { KnownMemberSchema } from '../posted-tables/preview.ts';
import { AWARD_STATUSES, AwardSchema, toAwardRecord } from './award.ts';
import { listAwards } from './pg-awards.ts';

export const AWARD_DASHBOARD_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/courses/:id/awards',
    operationId: 'listAwardsOfCourse',
    scope: 'awards:read',
    alsoScope: 'members:read',
    tag: 'Awards',
    summary: 'The awards of a course, with names',
    params: Type.Object({ id: Type.String() }),
    query: Type.Object({
      ...LIST_QUERY,
      status: optional(oneOf(AWARD_STATUSES)),
      roster_id: optional(Type.String()),
      diploma: optional(oneOf(['none', ...DOCUMENT_STATUSES])),
    }),
    answers: {
      200: Type.Object(
        {
          awards: Type.Array(AwardSchema),
          members: Type.Array(KnownMemberSchema),
          pagination: PaginationSchema,
        },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, params, query, baseUrl }) => {
      const { awards, pagination } = await listAwards(tools, who, { ...query, course_id: params.id });
      const known = await readKnownMembers(
        tools,
        who,
        awards.map(({ memberId }) => memberId),
      );
      const shown = awards.map((award) => toAwardRecord(award, baseUrl));
      return { status: 200, body: { awards: shown, members: [...known.values()], pagination } };
    },
  }),
];
