/** Terms, by API. */

import { Type } from 'typebox';
import { nullable } from '../../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../../operations/list.ts';
import { type Operation, operation } from '../../../operations/operation.ts';
import { Day, optional } from '../../fields.ts';
import { Reason } from '../../reason.ts';
import { EXAMPLE_EXTENSION, EXAMPLE_MARK, EXAMPLE_WAIVER } from './example-term.ts';
import { extendTerm } from './extend-term.ts';
import { markChecklist } from './mark-checklist.ts';
import { showTerm, showTerms } from './show-terms.ts';
import { TermAnswer, TermSchema } from './term-record.ts';
import { endWaiver, waiveRequirement } from './waive-requirement.ts';

const TAG = 'Terms';
const Params = Type.Object({ id: Type.String() });
const WaiverParams = Type.Object({ id: Type.String(), requirement: Type.String() });
const On = optional({
  ...Day,
  description:
    'Evaluates as of this day: only entries written and awards completed by then count. Waivers, tracks and extensions are those of today.',
});

export const TERM_OPERATIONS: readonly Operation[] = [list(), read(), extend(), waive(), unwaive(), mark()];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/memberships/:id/terms',
    operationId: 'listTerms',
    scope: 'memberships:read',
    tag: TAG,
    summary: 'List the terms of a membership',
    params: Params,
    query: Type.Object({ ...LIST_QUERY, on: On }),
    answers: {
      200: Type.Object(
        { terms: Type.Array(TermSchema), pagination: PaginationSchema },
        { description: 'One page, newest first, with a short evaluation.' },
      ),
    },
    refusals: [404],
    run: async (tools, { who, params, query }) => ({
      status: 200,
      body: await showTerms(tools, who, params.id, query),
    }),
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/terms/:id',
    operationId: 'getTerm',
    scope: 'memberships:read',
    tag: TAG,
    summary: 'Read a term with its evaluation',
    params: Params,
    query: Type.Object({ on: On }),
    answers: { 200: { ...TermAnswer, description: 'The term.' } },
    refusals: [404],
    run: async (tools, { who, params, query }) => ({
      status: 200,
      body: { term: await showTerm(tools, who, params.id, query.on) },
    }),
  });
}

function extend(): Operation {
  return operation({
    method: 'POST',
    path: '/terms/:id/extend',
    operationId: 'extendTerm',
    scope: 'memberships:decide',
    tag: TAG,
    summary: 'Extend a term',
    description:
      'At most 24 months after the end of the term. A second extension replaces the first; a renewal ends it.',
    params: Params,
    body: Type.Object(
      { until: { ...Day, description: 'The new last day on which points can be earned.' }, reason: Reason },
      { examples: [EXAMPLE_EXTENSION] },
    ),
    answers: { 200: { ...TermAnswer, description: 'The term after the change.' } },
    refusals: [404, 'four_eyes', 'term_decided', 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body }) => {
      const id = await extendTerm(tools, who, params.id, body);
      return { status: 200, body: { term: await showTerm(tools, who, id) } };
    },
  });
}

function waive(): Operation {
  return operation({
    method: 'PUT',
    path: '/terms/:id/waivers/:requirement',
    operationId: 'waiveRequirement',
    scope: 'memberships:decide',
    tag: TAG,
    summary: 'Set another minimum for a requirement in this term',
    params: WaiverParams,
    body: Type.Object(
      {
        min_points: Type.Number({ minimum: 0, maximum: 100_000, description: 'At most two decimals.' }),
        reason: Reason,
      },
      { examples: [EXAMPLE_WAIVER] },
    ),
    answers: { 200: { ...TermAnswer, description: 'The term after the change.' } },
    refusals: [404, 'four_eyes', 'term_decided', 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body }) => {
      const id = await waiveRequirement(tools, who, params, body);
      return { status: 200, body: { term: await showTerm(tools, who, id) } };
    },
  });
}

function unwaive(): Operation {
  return operation({
    method: 'DELETE',
    path: '/terms/:id/waivers/:requirement',
    operationId: 'endWaiver',
    scope: 'memberships:decide',
    tag: TAG,
    summary: 'Take a waiver back',
    params: WaiverParams,
    answers: { 204: Type.Null({ description: 'The minimum of the rules applies again.' }) },
    refusals: [404, 'term_decided', 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params }) => {
      await endWaiver(tools, who, params);
      return { status: 204 };
    },
  });
}

function mark(): Operation {
  return operation({
    method: 'PUT',
    path: '/terms/:id/checklist/:code',
    operationId: 'markChecklistItem',
    scope: 'memberships:write',
    tag: TAG,
    summary: 'Mark an item of the checklist',
    params: Type.Object({ id: Type.String(), code: Type.String() }),
    body: Type.Object(
      {
        year: optional(
          nullable(
            Type.Integer({
              minimum: 1,
              maximum: 20,
              description:
                'The number of the whole year within the term. Required for yearly items, and refused for others.',
            }),
          ),
        ),
        done: Type.Boolean(),
        done_on: optional(nullable({ ...Day, description: 'Defaults to today, and cannot be later.' })),
        note: optional(
          nullable(Type.String({ description: 'A note for the records; at most 2000 characters.' })),
        ),
        certificate_id: optional(
          nullable(Type.String({ description: 'A certificate of your account, as evidence.' })),
        ),
      },
      { examples: [EXAMPLE_MARK] },
    ),
    answers: { 200: { ...TermAnswer, description: 'The term after the change.' } },
    refusals: [404, 'term_decided', 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params, body }) => {
      const id = await markChecklist(tools, who, params, body);
      return { status: 200, body: { term: await showTerm(tools, who, id) } };
    },
  });
}
