/** Courses, by API. */

import { Type } from 'typebox';
import { searchText } from '../../http/query/search-text.ts';
import { oneOf } from '../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation } from '../../operations/operation.ts';
import { assertBound } from '../fields.ts';
import { changeCourse } from './change-course.ts';
import { COURSE_STATUSES, CourseAnswer, CourseSchema, toCourseRecord } from './course.ts';
import { CourseChange, NewCourse } from './course-input.ts';
import { createCourse } from './create-course.ts';
import { DECIDE_COURSE_OPERATIONS } from './decide-operations.ts';
import { courseNamed } from './find-course.ts';
import { listCourses } from './pg-courses.ts';

const TAG = 'Courses';

export const COURSE_OPERATIONS: readonly Operation[] = [
  list(),
  create(),
  read(),
  change(),
  ...DECIDE_COURSE_OPERATIONS,
];

function list(): Operation {
  return operation({
    method: 'GET',
    path: '/courses',
    operationId: 'listCourses',
    scope: 'courses:read',
    tag: TAG,
    summary: 'List courses',
    query: Type.Object({
      ...LIST_QUERY,
      q: Type.Optional(searchText('Words of title, code, provider or folio.')),
      status: Type.Optional(oneOf(COURSE_STATUSES)),
      program_id: Type.Optional(Type.String({ description: 'Only courses with points in this program.' })),
      organizer_id: Type.Optional(Type.String({ description: 'Only courses of this organiser.' })),
      provider: Type.Optional(searchText("Words of the provider's name.")),
      starts_after: Type.Optional(Type.String({ description: 'A day; matches courses that start later.' })),
      ends_before: Type.Optional(Type.String({ description: 'A day; matches courses that end earlier.' })),
      folio: Type.Optional(Type.String()),
    }),
    answers: {
      200: Type.Object(
        { courses: Type.Array(CourseSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query }) => {
      for (const field of ['starts_after', 'ends_before'] as const) {
        assertBound(field, query[field]);
      }
      const { courses, pagination } = await listCourses(tools, who, query);
      return { status: 200, body: { courses: courses.map(toCourseRecord), pagination } };
    },
  });
}

function create(): Operation {
  return operation({
    method: 'POST',
    path: '/courses',
    operationId: 'createCourse',
    scope: 'courses:write',
    tag: TAG,
    summary: 'Propose a course',
    description: 'A course may be changed freely until it is accredited. Each repetition is a new course.',
    body: NewCourse,
    answers: { 201: { ...CourseAnswer, description: 'The course, proposed.' } },
    refusals: [404, 'external_id_taken', 'unknown_category'],
    run: async (tools, { who, body }) => {
      const course = await createCourse(tools, who, body);
      return { status: 201, body: { course: toCourseRecord(course) }, location: `/courses/${course.id}` };
    },
  });
}

function read(): Operation {
  return operation({
    method: 'GET',
    path: '/courses/:id',
    operationId: 'getCourse',
    scope: 'courses:read',
    tag: TAG,
    summary: 'Read a course',
    params: Type.Object({ id: Type.String() }),
    answers: { 200: { ...CourseAnswer, description: 'The course.' } },
    refusals: [404],
    run: async (tools, { who, params }) => ({
      status: 200,
      body: { course: toCourseRecord(await courseNamed(tools, who, params.id)) },
    }),
  });
}

function change(): Operation {
  return operation({
    method: 'PATCH',
    path: '/courses/:id',
    operationId: 'updateCourse',
    scope: 'courses:write',
    tag: TAG,
    summary: 'Change a course',
    description:
      'Accrediting fixes points, dates and hours. Afterwards only title, description, place, contact, `claim_until`, `capacity`, `badge_image`, `organizer_id`, `external_id` and `metadata` can change.',
    params: Type.Object({ id: Type.String() }),
    body: CourseChange,
    answers: { 200: { ...CourseAnswer, description: 'The course as it is now.' } },
    refusals: [404, 'invalid_transition', 'external_id_taken', 'unknown_category'],
    run: async (tools, { who, params, body }) => ({
      status: 200,
      body: { course: toCourseRecord(await changeCourse(tools, who, params.id, body)) },
    }),
  });
}
