/**
 * An organiser's record, by API: the courses that it proposed, the rosters that it posted, their outcomes, and what
 * came late.
 */

import { Type } from 'typebox';
import { nullable } from '../../../http/schema.ts';
import { type Operation, operation } from '../../../operations/operation.ts';
import { todayOf } from '../../calendar.ts';
import { EXAMPLE_ORGANIZER_RECORD } from '../example-organizer.ts';
import { organizerNamed } from '../find-organizer.ts';
import { ORGANIZER_TAG } from '../organizer.ts';
import { readRecord } from './pg-record.ts';

const Count = Type.Integer();

const Overdue = {
  course_id: Type.String(),
  title: Type.String({ description: 'Of the course.' }),
  due_on: Type.String({ description: '`roster_days` after the last day of the course.' }),
  days_late: Type.Integer(),
};

const RecordSchema = Type.Object(
  {
    courses: Type.Object(
      { proposed: Count, accredited: Count, closed: Count, refused: Count, cancelled: Count },
      { description: 'How many of its courses are in each state.' },
    ),
    rosters: Type.Object({ posted: Count, late: Count }, { description: 'What it posted at its desk.' }),
    rows: Type.Object(
      { posted: Count, accepted: Count, refused: Count },
      { description: '`accepted`: they made an award, or there was one already.' },
    ),
    awards: Type.Object(
      { pending: Count, approved: Count, rejected: Count, revoked: Count, withdrawn: Count },
      { description: 'What became of the awards of its rosters.' },
    ),
    late_rosters: Type.Array(
      Type.Object({
        roster_id: Type.String(),
        ...Overdue,
        posted_on: Type.String(),
      }),
      { description: 'The newest 50.' },
    ),
    missing_rosters: Type.Array(Type.Object(Overdue), {
      description: 'Accredited courses whose first roster is overdue, the oldest 50.',
    }),
    last_seen_at: nullable(Type.String({ format: 'date-time' })),
  },
  { title: 'OrganizerRecord', examples: [EXAMPLE_ORGANIZER_RECORD] },
);

export const READ_RECORD: Operation = operation({
  method: 'GET',
  path: '/organizers/:id/record',
  operationId: 'getOrganizerRecord',
  scope: 'courses:read',
  tag: ORGANIZER_TAG,
  summary: "Read an organiser's record",
  description: 'Counted as of now, in the days of the account. Courses without an end are never late.',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: Type.Object({ record: RecordSchema }, { description: 'The record.' }) },
  refusals: [404],
  run: async (tools, { who, params }) => {
    const organizer = await organizerNamed(tools, who, params.id);
    const today = await todayOf(tools, who);
    const record = await readRecord(tools, who, organizer, today);
    return {
      status: 200,
      body: { record: { ...record, last_seen_at: organizer.lastSeenAt?.toISOString() ?? null } },
    };
  },
});
