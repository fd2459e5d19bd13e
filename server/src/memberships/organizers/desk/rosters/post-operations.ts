/** Posts a roster at the desk, or previews its table first. */

import { type Static, type TSchema, Type } from 'typebox';
import { nullable } from '../../../../http/schema.ts';
import { AppError } from '../../../../kernel/errors.ts';
import type { Asked, RunningOperation, Tools } from '../../../../operations/operation.ts';
import { refuse } from '../../../../operations/refusal.ts';
import { claimClosed } from '../../../awards/course-to-award.ts';
import { todayOf } from '../../../calendar.ts';
import type { Course } from '../../../courses/course.ts';
import { EXAMPLE_ROSTER_POST, EXAMPLE_ROSTER_TABLE } from '../../../posted-tables/example-postings.ts';
import { maskedCells } from '../../../posted-tables/posting.ts';
import { PreviewFields, toPreviewColumns } from '../../../posted-tables/preview.ts';
import { type PostedRows, readPostedRows } from '../../../posted-tables/read/posted-rows.ts';
import { MAX_TABLE_BYTES } from '../../../posted-tables/read/read-table.ts';
import { ColumnsQuery } from '../../../posted-tables/rows-schema.ts';
import { postRoster } from '../../../rosters/post-roster.ts';
import { readRow } from '../../../rosters/read-row.ts';
import { RosterRowSchema } from '../../../rosters/roster-row-schema.ts';
import { ownCourse } from '../desk-course.ts';
import { DESK_TAG, DeskAndId, type DeskWho, deskOperation } from '../desk-operation.ts';
import { assertMayPost } from '../pg-desk-limits.ts';
import { DESK_FIELDS, withoutForeign } from './desk-fields.ts';
import { DeskRosterSchema, toDeskRoster } from './desk-roster.ts';
import { readStates } from './pg-desk-rosters.ts';

const Body = Type.Object(
  { rows: Type.Array(Type.Unsafe<unknown>({})) },
  { examples: [{ rows: EXAMPLE_ROSTER_POST.rows.map(({ external_id: _, ...row }) => row) }] },
);
const Query = Type.Object({ columns: ColumnsQuery });

type AskedRoster = Pick<
  Asked<unknown, Static<typeof Query>, Static<typeof Body> | undefined, DeskWho>,
  'who' | 'query' | 'body' | 'table'
>;

/**
 * Runs before the transaction, because reading a large workbook takes a second. All organisers of an account share one
 * holder.
 */
async function readDeskRoster(_: unknown, { who, query, body, table }: AskedRoster): Promise<PostedRows> {
  const holder = `${who.accountId} organisers`;
  const posted = { table, json: body?.rows, columns: query.columns, holder };
  return withoutForeign(await readPostedRows(posted, DESK_FIELDS));
}

const TABLE = { maxBytes: MAX_TABLE_BYTES, example: EXAMPLE_ROSTER_TABLE, row: RosterRowSchema as TSchema };

export const DESK_POST_OPERATIONS: readonly RunningOperation<object, DeskWho>[] = [
  deskOperation({
    method: 'POST',
    path: '/courses/:id/rosters',
    operationId: 'postDeskRoster',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'Send the roster of an accredited course',
    description: 'Each row that names one member becomes a report that the council decides.',
    params: DeskAndId,
    query: Query,
    body: Body,
    table: TABLE,
    answers: {
      201: Type.Object(
        { roster: DeskRosterSchema },
        { description: 'The roster, and the state of its rows.' },
      ),
    },
    refusals: [
      404,
      'course_not_accredited',
      'claim_closed',
      'roster_too_large',
      'storage_full',
      'rate_limit_exceeded',
    ],
    before: readDeskRoster,
    run: async (tools, { who, params }, posted) => {
      await assertMayPost(tools, who, posted.rows.length);
      const course = await openCourse(tools, who, params.id);
      const { posting } = await postRoster(tools, who, course.id, {
        posted,
        isDryRun: false,
        isApproved: false,
        isAllOrNothing: false,
        wantsDiplomas: false,
        organizerId: who.session.organizer.id,
      });
      const [roster] = await readStates(tools.query, [posting]);
      return {
        status: 201,
        body: { roster: roster && toDeskRoster(roster) },
        ...(who.keyId && { location: `/desk/rosters/${posting.id}` }),
      };
    },
  }),
  deskOperation({
    method: 'POST',
    path: '/courses/:id/rosters/preview',
    operationId: 'previewDeskRoster',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'What a table was read as, before it is sent',
    description: 'No member is looked up: only a roster that was sent, which the council sees, is answered.',
    params: DeskAndId,
    query: Query,
    body: Body,
    table: TABLE,
    answers: {
      200: Type.Object({
        columns: PreviewFields.columns,
        named: PreviewFields.named,
        fields: PreviewFields.fields,
        rows: Type.Array(
          Type.Object(
            {
              row: Type.Integer(),
              problem: nullable(Type.String({ description: 'What cannot be read in it.' })),
              values: Type.Record(Type.String(), Type.Unsafe<unknown>({})),
            },
            { title: 'DeskPreviewRow' },
          ),
        ),
      }),
    },
    refusals: [404, 'course_not_accredited', 'claim_closed', 'roster_too_large'],
    before: readDeskRoster,
    run: async (tools, { who, params, language }, posted) => {
      await openCourse(tools, who, params.id);
      const rows = posted.rows.map((row) => ({
        row: row.number,
        problem:
          readRow(row)
            .problems.map(({ text }) => text[language])
            .join(' ') || null,
        values: maskedCells(row.cells),
      }));
      return {
        status: 200,
        body: { ...toPreviewColumns(posted, DESK_FIELDS, language), rows },
        isDryRun: true,
      };
    },
  }),
];

/**
 * Finds a course of the organiser that accepts rosters. Otherwise explains why not, to somebody who cannot change it.
 */
async function openCourse(tools: Pick<Tools, 'query' | 'now'>, who: DeskWho, named: string): Promise<Course> {
  const course = await ownCourse(tools, who, named);
  if (course.status !== 'accredited') throw notAccredited(course);
  const closed = claimClosed(course, await todayOf(tools, who));
  if (closed !== undefined) refuse({ ...closed, text: CLOSED });
  return course;
}

const CLOSED = {
  en: 'The last day for rosters of this course has passed. Ask the council for more time.',
  es: 'El último día para listas de este curso ya pasó. Pida más tiempo al consejo.',
};

function notAccredited({ status }: Course): AppError {
  return new AppError('course_not_accredited', {
    en: `The course is \`${status}\`, and only an \`accredited\` one takes rosters. Ask the council.`,
    es: `El curso está en \`${status}\` y solo uno en \`accredited\` recibe listas. Pregunte al consejo.`,
  });
}
