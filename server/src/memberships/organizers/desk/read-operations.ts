/**
 * Shows who is at the desk, and what a proposal may name: programs, with the categories to which points can be given.
 */

import { Type } from 'typebox';
import * as read from '../../../database/row-reader.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { OrganizerWho } from '../../../operations/doors/organizer.ts';
import { operationsWith, type RunningOperation, type Tools } from '../../../operations/operation.ts';
import { councilOf, PageParams } from '../../own-page/member-operation.ts';
import { DESK_TAG, type DeskWho, deskOperation } from './desk-operation.ts';
import type { DeskSession } from './entrance/pg-desk-sessions.ts';
import { MOST_ROSTERS_A_DAY, MOST_ROWS_A_DAY } from './pg-desk-limits.ts';

/** Only for people who entered with a code; keys do not have it. */
export const WHO_IS_AT_THE_DESK: RunningOperation<object, OrganizerWho<DeskSession>> = operationsWith<
  object,
  OrganizerWho<DeskSession>
>().running({
  method: 'GET',
  path: '/me',
  operationId: 'getDesk',
  scope: 'desk',
  tag: DESK_TAG,
  summary: 'The organiser whose desk this is',
  params: PageParams,
  answers: {
    200: Type.Object(
      {
        organizer: Type.Object({ id: Type.String(), name: Type.String() }),
        email: Type.String({ description: 'The address with which you entered.' }),
        council: Type.String(),
        livemode: Type.Boolean(),
        roster_days: Type.Integer(),
        rows_a_day: Type.Integer(),
        rosters_a_day: Type.Integer(),
      },
      { title: 'Desk' },
    ),
  },
  refusals: [404],
  run: async (tools, { who, params }) => {
    const { name: council } = await councilOf(tools, params);
    const { organizer, emailKey } = who.session;
    return {
      status: 200,
      body: {
        organizer: { id: organizer.id, name: organizer.name },
        email: emailKey,
        council,
        livemode: who.livemode,
        roster_days: organizer.rosterDays,
        rows_a_day: MOST_ROWS_A_DAY,
        rosters_a_day: MOST_ROSTERS_A_DAY,
      },
    };
  },
});

export const DESK_READ_OPERATIONS: readonly RunningOperation<object, DeskWho>[] = [
  deskOperation({
    method: 'GET',
    path: '/programs',
    operationId: 'listDeskPrograms',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'The active programs of the council, with the categories of their points',
    params: PageParams,
    answers: {
      200: Type.Object(
        {
          programs: Type.Array(
            Type.Object(
              {
                id: Type.String(),
                name: Type.String(),
                categories: Type.Array(Type.Object({ code: Type.String(), name: Type.String() }), {
                  description: 'The categories to which points are given.',
                }),
              },
              { title: 'DeskProgram' },
            ),
          ),
        },
        { description: 'The programs.' },
      ),
    },
    refusals: [],
    run: async (tools, { who }) => ({ status: 200, body: { programs: await readPrograms(tools, who) } }),
  }),
];

type Category = { code: string; name?: string; parent?: string | null };

async function readPrograms({ query }: Pick<Tools, 'query'>, { accountId, livemode }: Owner) {
  const rows = await query(
    `select p.id, p.name, v.rules -> 'categories' as categories from programs p
       join program_versions v on v.program_id = p.id and v.version = p.version
      where p.account_id = $1 and p.livemode = $2 and p.status = 'active' order by p.name, p.id`,
    [accountId, livemode],
    'desk-programs',
  );
  return rows.map((row) => ({
    id: read.id('prg', row, 'id'),
    name: read.text(row, 'name'),
    categories: leavesOf(read.shaped(row, 'categories', isCategories, 'categories')),
  }));
}

/** Keeps the categories without subcategories, because points are given only to these. */
function leavesOf(categories: readonly Category[]) {
  const parents = new Set(categories.map(({ parent }) => parent));
  return categories
    .filter(({ code }) => !parents.has(code))
    .map(({ code, name }) => ({ code, name: name ?? code }));
}

function isCategories(value: unknown): value is Category[] {
  return read.isListOf(
    value,
    (node): node is Category => read.isRecord(node) && typeof node.code === 'string',
  );
}
