/** Posting a roster, by API. */

import { type Static, Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { certificatesLeft } from '../allowance.ts';
import { EXAMPLE_ROSTER_POST, EXAMPLE_ROSTER_TABLE } from '../posted-tables/example-postings.ts';
import { postingSchema, problemsOf, toPostingRecord } from '../posted-tables/posting.ts';
import { tableReader } from '../posted-tables/read/posted-rows.ts';
import { MAX_TABLE_BYTES } from '../posted-tables/read/read-table.ts';
import { ColumnsQuery } from '../posted-tables/rows-schema.ts';
import { postRoster } from './post-roster.ts';
import { ROSTER_FIELDS } from './roster-fields.ts';
import { RosterRowSchema } from './roster-row-schema.ts';

const FLAGS = {
  dry_run: 'Says what would happen and changes nothing.',
  approve: 'Also approves the created awards. Needs `awards:approve`.',
  all_or_nothing: 'If one row is rejected, none is stored.',
  diplomas:
    'Queues the diplomas of its awards, now or when the awards are approved. Needs `diplomas:write`; each diploma takes one certificate of the allowance.',
};

type Flag = keyof typeof FLAGS;

function flagsOf<F extends object>(make: (description: string) => F): { [K in Flag]: F } {
  const entries = Object.entries(FLAGS).map(([name, description]) => [name, make(description)]);
  return Object.fromEntries(entries) as { [K in Flag]: F };
}

const Body = Type.Object(
  {
    rows: Type.Array(Type.Unsafe<unknown>({}), {
      description:
        'Up to 10,000 rows. The member of a row is found by the first of these fields that is present: `member_id`, `member_number`, `professional_license`, `curp`, `email`. A row may also have `role`, `completed_on` (the last day of the course), `attendance_percent`, `score`, `hours`, `points`, `external_id`.',
    }),
    ...flagsOf((description) => Type.Optional(Type.Boolean({ default: false, description }))),
  },
  { examples: [EXAMPLE_ROSTER_POST] },
);

/** The options are in the query, because a table cannot contain them. */
const Query = Type.Object({
  ...flagsOf((description) => Type.Optional(oneOf(['true', 'false'], { description }))),
  columns: ColumnsQuery,
});

const Answer = Type.Object({ roster: postingSchema('roster') });

export const POST_ROSTER: Operation = operation({
  method: 'POST',
  path: '/courses/:id/rosters',
  operationId: 'postRoster',
  scope: 'awards:write',
  tag: 'Rosters',
  summary: 'Post a roster',
  description:
    'JSON, or a CSV table (comma or semicolon) or an Excel workbook with a header row. In a table, numbers have a decimal point, and the options are given in the query. Columns may have the names that people use, in Spanish or English (`Cédula`, `Asistencia`), and days may be written 31/01/2026. Each row is judged on its own, all are written together, and posting the same roster again creates nothing twice.',
  params: Type.Object({ id: Type.String() }),
  query: Query,
  body: Body,
  table: { maxBytes: MAX_TABLE_BYTES, example: EXAMPLE_ROSTER_TABLE, row: RosterRowSchema },
  answers: {
    200: { ...Answer, description: 'The result of a dry run: what would happen.' },
    201: { ...Answer, description: 'The roster, with the first 100 rows without effect.' },
  },
  refusals: [404, 'four_eyes', 'course_not_accredited', 'claim_closed', 'roster_too_large', 'storage_full'],
  before: tableReader(ROSTER_FIELDS),
  run: async (tools, { who, params, query, body, language }, posted) => {
    const isSet = (flag: Flag) => isAsked(query, body, flag);
    const isDryRun = isSet('dry_run');
    const { posting, rows } = await postRoster(tools, who, params.id, {
      posted,
      isDryRun,
      isApproved: isSet('approve'),
      isAllOrNothing: isSet('all_or_nothing'),
      wantsDiplomas: isSet('diplomas'),
    });
    const roster = {
      ...toPostingRecord(posting, problemsOf(rows), language, isDryRun),
      ...(posting.wantsDiplomas && { certificates_left: await certificatesLeft(tools, who.accountId) }),
    };
    if (isDryRun) return { status: 200, body: { roster }, isDryRun };
    return { status: 201, body: { roster }, location: `/rosters/${posting.id}` };
  },
});

function isAsked(query: Static<typeof Query>, body: Static<typeof Body> | undefined, flag: Flag): boolean {
  return query[flag] === 'true' || body?.[flag] === true;
}
