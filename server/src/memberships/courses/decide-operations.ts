/** The decisions about a course, by API. */

import { type Static, type TSchema, Type } from 'typebox';
import { EmptyBody } from '../../operations/empty-body.ts';
import { type Operation, operation, type Tools, type Who } from '../../operations/operation.ts';
import { Reason } from '../reason.ts';
import { type Course, CourseAnswer, toCourseRecord } from './course.ts';
import { accreditCourse, cancelCourse, closeCourse, refuseCourse } from './decide-course.ts';

export const DECIDE_COURSE_OPERATIONS: readonly Operation[] = [
  decision({
    verb: 'accredit',
    scope: 'courses:accredit',
    summary: 'Accredit a course',
    description:
      'Assigns the folio and fixes points, dates and hours. The course needs at least one line of points.',
    body: Type.Object(
      {
        folio: Type.Optional(
          Type.String({ minLength: 1, maxLength: 100, description: "Defaults to the year's next folio." }),
        ),
        valid_until: Type.Optional(
          Type.String({ maxLength: 100, description: 'Courses completed after this day give no points.' }),
        ),
      },
      { examples: [{}, { folio: 'AVAL-2026-E001', valid_until: '2027-03-31' }] },
    ),
    refusals: [
      404,
      'invalid_transition',
      'four_eyes',
      'program_not_active',
      'folio_taken',
      'unknown_category',
    ],
    decide: accreditCourse,
  }),
  decision({
    verb: 'refuse',
    scope: 'courses:accredit',
    summary: 'Refuse a course',
    body: Type.Object({ reason: Reason }, { examples: [{ reason: 'El programa no indica ponentes.' }] }),
    refusals: [404, 'invalid_transition', 'four_eyes'],
    decide: refuseCourse,
  }),
  decision({
    verb: 'close',
    scope: 'courses:write',
    summary: 'Close a course',
    description: 'The course takes no more awards; existing awards stay.',
    body: EmptyBody,
    refusals: [404, 'invalid_transition'],
    decide: closeCourse,
  }),
  decision({
    verb: 'cancel',
    scope: 'courses:write',
    summary: 'Cancel a course',
    description: 'Only possible if the course has no pending or approved awards.',
    body: EmptyBody,
    refusals: [404, 'invalid_transition', 'course_has_awards'],
    decide: cancelCourse,
  }),
];

type Decision<B extends TSchema> = Pick<Operation, 'scope' | 'summary' | 'description' | 'refusals'> & {
  verb: string;
  body: B;
  decide(tools: Tools, who: Who, named: string, body: Static<B>): Promise<Course>;
};

function decision<B extends TSchema>({ verb, decide, ...declared }: Decision<B>): Operation {
  return operation({
    ...declared,
    method: 'POST',
    path: `/courses/:id/${verb}`,
    operationId: `${verb}Course`,
    tag: 'Courses',
    params: Type.Object({ id: Type.String() }),
    answers: { 200: { ...CourseAnswer, description: 'The course as it is now.' } },
    run: async (tools, { who, params, body }) => ({
      status: 200,
      body: { course: toCourseRecord(await decide(tools, who, params.id, body)) },
    }),
  });
}
