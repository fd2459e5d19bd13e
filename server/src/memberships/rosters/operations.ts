/** Rosters, by API. */

import { Type } from 'typebox';
import { parseId } from '../../kernel/ids.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { answerRows } from '../posted-tables/answer-rows.ts';
import { readProblems } from '../posted-tables/pg-posted-rows.ts';
import { listPostings } from '../posted-tables/pg-postings.ts';
import { postingSchema, toPostingRecord } from '../posted-tables/posting.ts';
import { RowsAnswer, RowsQuerySchema } from '../posted-tables/rows-schema.ts';
import { Reason } from '../reason.ts';
import { onlyBy, rosterNamed } from './find-roster.ts';
import { POST_ROSTER } from './post-operation.ts';
import { revokeRoster } from './revoke-roster.ts';

const TAG = 'Rosters';

const RosterSchema = postingSchema('roster');

const ID = Type.Object({ id: Type.String() });
/** A key can read its own rosters with the scope that posted them. */
const READERS = ['awards:read', 'awards:write'] as const;

export const ROSTER_OPERATIONS: readonly Operation[] = [POST_ROSTER, list(), read(), rows(), revoke()];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/rosters',
    operationId: 'listRosters',
    scope: READERS,
    tag: TAG,
    summary: 'List rosters',
    description:
      'A key with only `awards:write` sees the rosters that it posted. Lists leave out `problems`.',
    query: Type.Object({
      ...LIST_QUERY,
      course_id: Type.Optional(Type.String()),
      organizer_id: Type.Optional(
        Type.String({ description: 'Only what this organiser posted at its desk.' }),
      ),
    }),
    answers: {
      200: Type.Object(
        { rosters: Type.Array(RosterSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query: { course_id, organizer_id, ...page }, language }) => {
      // A text that cannot be the id of a course, or of an organiser, has no rosters.
      const courseId = course_id === undefined ? undefined : (parseId('crs', course_id) ?? NO_COURSE);
      const organizerId = organizer_id === undefined ? undefined : (parseId('org', organizer_id) ?? NOBODY);
      const filter = { kind: 'roster', courseId, organizerId, keyId: onlyBy(who) } as const;
      const { postings, pagination } = await listPostings(tools, who, page, filter);
      const rosters = postings.map((posting) => toPostingRecord(posting, [], language));
      return { status: 200, body: { rosters, pagination } };
    },
  });
}

const NO_COURSE = parseId('crs', `crs_${'0'.repeat(22)}`);
const NOBODY = parseId('org', `org_${'0'.repeat(22)}`);

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/rosters/:id',
    operationId: 'getRoster',
    scope: READERS,
    tag: TAG,
    summary: 'Read a roster',
    params: ID,
    answers: { 200: Type.Object({ roster: RosterSchema }, { description: 'The roster.' }) },
    refusals: [404],
    run: async (tools, { who, params, language }) => {
      const roster = await rosterNamed(tools, who, params.id, onlyBy(who));
      const problems = await readProblems(tools, roster.id);
      return { status: 200, body: { roster: toPostingRecord(roster, problems, language) } };
    },
  });
}

function rows(): Operation {
  return operation({
    method: 'GET',
    path: '/rosters/:id/rows',
    operationId: 'listRosterRows',
    scope: READERS,
    tag: TAG,
    summary: 'Read the rows of a roster',
    description:
      'In the order posted. `format=csv` returns all rows: the posted columns and `status, award_id, error, message`, to correct and post again. Kept for 90 days.',
    params: ID,
    query: RowsQuerySchema,
    answers: { 200: RowsAnswer.roster },
    refusals: [404],
    run: async (tools, { who, params, query, language }) =>
      answerRows(tools, who, await rosterNamed(tools, who, params.id, onlyBy(who)), query, language),
  });
}

function revoke(): Operation {
  return operation({
    method: 'POST',
    path: '/rosters/:id/revoke',
    operationId: 'revokeRoster',
    scope: 'awards:approve',
    tag: TAG,
    summary: 'Take a roster back',
    description:
      'Its approved awards are revoked and its pending ones withdrawn, all of them or none; withdrawing needs `awards:write` too. Diplomas that are still in the queue are dropped.',
    params: ID,
    body: Type.Object({ reason: Reason }, { examples: [{ reason: 'La lista era de otro curso.' }] }),
    answers: {
      200: Type.Object(
        {
          roster: RosterSchema,
          revoked: Type.Integer(),
          withdrawn: Type.Integer(),
          refused: Type.Integer({ description: 'Awards of anonymised members, which stay as they are.' }),
        },
        { description: 'The roster, and what happened to its awards.' },
      ),
    },
    refusals: [404],
    run: async (tools, { who, params, body, language }) => {
      const { roster, ...counts } = await revokeRoster(tools, who, params.id, body.reason);
      const problems = await readProblems(tools, roster.id);
      return { status: 200, body: { roster: toPostingRecord(roster, problems, language), ...counts } };
    },
  });
}
