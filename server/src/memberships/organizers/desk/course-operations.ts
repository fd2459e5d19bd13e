/** What an organiser does with its courses at its desk: it proposes, corrects and withdraws them. */

import { Type } from 'typebox';
import { searchText } from '../../../http/query/search-text.ts';
import { oneOf } from '../../../http/schema.ts';
import { LIST_QUERY, PaginationSchema } from '../../../operations/list.ts';
import type { RunningOperation, Tools } from '../../../operations/operation.ts';
import { invalidTransition, refuse } from '../../../operations/refusal.ts';
import { changeCourse } from '../../courses/change-course.ts';
import { COURSE_STATUSES, type Course } from '../../courses/course.ts';
import { CourseChange, NewCourse } from '../../courses/course-input.ts';
import { createCourse } from '../../courses/create-course.ts';
import { cancelCourse } from '../../courses/decide-course.ts';
import { EXAMPLE_COURSE_CHANGE, EXAMPLE_NEW_COURSE } from '../../courses/example-course.ts';
import { listCourses } from '../../courses/pg-courses.ts';
import { PageParams } from '../../own-page/member-operation.ts';
import { DeskCourseAnswer, DeskCourseSchema, ownCourse, toDeskCourse } from './desk-course.ts';
import { DESK_TAG, DeskAndId, type DeskWho, deskOperation } from './desk-operation.ts';
import { assertMayPropose } from './pg-desk-limits.ts';

/** Leaves out what only the council may set: folio, last day of claims, capacity, external id and metadata. */
const FIELDS = [
  'code',
  'title',
  'description',
  'modality',
  'place',
  'starts_on',
  'ends_on',
  'hours',
  'points',
  'requirements',
] as const;

const Proposal = Type.Pick(NewCourse, [...FIELDS], { examples: [ownFields(EXAMPLE_NEW_COURSE)] });
const ProposalChange = Type.Pick(CourseChange, [...FIELDS], { examples: [ownFields(EXAMPLE_COURSE_CHANGE)] });

export const DESK_COURSE_OPERATIONS: readonly RunningOperation<object, DeskWho>[] = [
  list(),
  propose(),
  read(),
  change(),
  withdraw(),
];

function list() {
  return deskOperation({
    method: 'GET',
    path: '/courses',
    operationId: 'listDeskCourses',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'The courses of the organiser, newest first',
    params: PageParams,
    query: Type.Object({
      ...LIST_QUERY,
      q: Type.Optional(searchText('Words of title, code or folio.')),
      status: Type.Optional(oneOf(COURSE_STATUSES)),
    }),
    answers: {
      200: Type.Object(
        { courses: Type.Array(DeskCourseSchema), pagination: PaginationSchema },
        { description: 'One page, newest first.' },
      ),
    },
    refusals: [],
    run: async (tools, { who, query }) => {
      const own = { ...query, organizer_id: who.session.organizer.id };
      const { courses, pagination } = await listCourses(tools, who, own);
      return { status: 200, body: { courses: courses.map((one) => toDeskCourse(one, who)), pagination } };
    },
  });
}

function propose() {
  return deskOperation({
    method: 'POST',
    path: '/courses',
    operationId: 'proposeCourse',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'Propose a course',
    params: PageParams,
    body: Proposal,
    answers: { 201: { ...DeskCourseAnswer, description: 'The course, which waits for the council.' } },
    refusals: [404, 'unknown_category', 'rate_limit_exceeded'],
    run: async (tools, { who, body }) => {
      await assertMayPropose(tools, who);
      const course = await createCourse(tools, who, {
        ...ownFields(body),
        organizer_id: who.session.organizer.id,
      });
      return {
        status: 201,
        body: { course: toDeskCourse(course, who) },
        ...(who.keyId && { location: `/desk/courses/${course.id}` }),
      };
    },
  });
}

function read() {
  return deskOperation({
    method: 'GET',
    path: '/courses/:id',
    operationId: 'getDeskCourse',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'One course of the organiser',
    params: DeskAndId,
    answers: { 200: { ...DeskCourseAnswer, description: 'The course.' } },
    refusals: [404],
    run: async (tools, { who, params }) => ({
      status: 200,
      body: { course: toDeskCourse(await ownCourse(tools, who, params.id), who) },
    }),
  });
}

function change() {
  return deskOperation({
    method: 'PATCH',
    path: '/courses/:id',
    operationId: 'changeProposal',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'Change a course that the council has not decided yet',
    params: DeskAndId,
    body: ProposalChange,
    answers: { 200: { ...DeskCourseAnswer, description: 'The course as it is now.' } },
    refusals: [404, 'invalid_transition', 'unknown_category'],
    run: async (tools, { who, params, body }) => {
      const { id } = await ownProposal(tools, who, params.id);
      return {
        status: 200,
        body: { course: toDeskCourse(await changeCourse(tools, who, id, ownFields(body)), who) },
      };
    },
  });
}

function withdraw() {
  return deskOperation({
    method: 'POST',
    path: '/courses/:id/withdraw',
    operationId: 'withdrawProposal',
    scope: 'desk',
    tag: DESK_TAG,
    summary: 'Withdraw a course that the council has not decided yet',
    params: DeskAndId,
    answers: { 200: { ...DeskCourseAnswer, description: 'The course, cancelled.' } },
    refusals: [404, 'invalid_transition'],
    run: async (tools, { who, params }) => {
      const { id } = await ownProposal(tools, who, params.id);
      return { status: 200, body: { course: toDeskCourse(await cancelCourse(tools, who, id), who) } };
    },
  });
}

/** Keeps only the fields that an organiser may set. A body may contain others that its schema does not name. */
function ownFields<Body extends object>(body: Body): Body {
  return Object.fromEntries(
    Object.entries(body).filter(([name]) => FIELDS.some((own) => own === name)),
  ) as Body;
}

/** The course is locked, so that the council cannot decide on it during the change. */
async function ownProposal(tools: Pick<Tools, 'query'>, who: DeskWho, named: string): Promise<Course> {
  const course = await ownCourse(tools, who, named, 'change');
  if (course.status === 'proposed') return course;
  return refuse(
    invalidTransition(course.id, course.status, 'proposed', {
      en: 'The council has decided it. Ask the council to change it, or propose another course.',
      es: 'El consejo ya lo decidió. Pida al consejo que lo cambie o proponga otro curso.',
    }),
  );
}
