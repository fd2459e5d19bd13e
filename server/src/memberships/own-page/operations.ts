/** The API operations that make links into the pages of members. */

import { Type } from 'typebox';
import { type Operation, operation } from '../../operations/operation.ts';
import { MEMBER_TAG, MemberParams } from '../members/operations.ts';
import { makeLink } from './entrance/make-link.ts';

export const ACCESS_OPERATIONS: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/members/:id/access-link',
    operationId: 'createAccessLink',
    scope: 'members:access',
    tag: MEMBER_TAG,
    summary: "Make a link into a member's own page",
    description:
      'For a member who gets no mail: hand over the link yourself. It works once, within seven days; a new link invalidates the previous one. Whoever uses it can see and report everything the member can, but cannot give consent. The audit log records who made it.',
    params: MemberParams,
    body: Type.Object({}, { examples: [{}] }),
    answers: {
      201: Type.Object(
        {
          access_link: Type.Object(
            {
              url: Type.String({
                description: 'A secret: anyone who has the link can enter. Shown only once.',
              }),
              expires_at: Type.String({ format: 'date-time' }),
            },
            { title: 'AccessLink' },
          ),
        },
        { description: 'The link.' },
      ),
    },
    refusals: [404, 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, baseUrl }) => ({
      status: 201,
      body: { access_link: await makeLink(tools, who, params.id, baseUrl) },
    }),
  }),
];
