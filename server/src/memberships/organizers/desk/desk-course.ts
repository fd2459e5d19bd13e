/** A course as its organiser sees it, and how the organiser's courses are found. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../../../http/schema.ts';
import { AppError } from '../../../kernel/errors.ts';
import { parseId } from '../../../kernel/ids.ts';
import type { Tools } from '../../../operations/operation.ts';
import { COURSE_STATUSES, type Course, CourseSchema, toCourseRecord } from '../../courses/course.ts';
import { type CourseLock, findCourse } from '../../courses/pg-courses.ts';
import { addDays } from '../../standing/days.ts';
import type { DeskWho } from './desk-operation.ts';

const SHOWN = CourseSchema.properties;

export const DeskCourseSchema = Type.Object(
  {
    id: SHOWN.id,
    code: SHOWN.code,
    title: SHOWN.title,
    description: SHOWN.description,
    modality: SHOWN.modality,
    place: SHOWN.place,
    starts_on: SHOWN.starts_on,
    ends_on: SHOWN.ends_on,
    hours: SHOWN.hours,
    points: SHOWN.points,
    requirements: SHOWN.requirements,
    claim_until: SHOWN.claim_until,
    status: oneOf(COURSE_STATUSES),
    folio: nullable(Type.String()),
    valid_until: nullable(Type.String()),
    decided_on: nullable(Type.String({ description: 'When the council accredited it.' })),
    reason: nullable(Type.String({ description: 'Why the council refused it.' })),
    roster_due_on: nullable(Type.String({ description: 'Until when its roster is expected.' })),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'DeskCourse' },
);

export const DeskCourseAnswer = Type.Object({ course: DeskCourseSchema });

/** Leaves out what belongs to the council: its own id and metadata for the course, and who decided on it. */
export function toDeskCourse(course: Course, { session }: DeskWho): Static<typeof DeskCourseSchema> {
  const record = toCourseRecord(course);
  const { accreditation } = record;
  return {
    id: record.id,
    code: record.code,
    title: record.title,
    description: record.description,
    modality: record.modality,
    place: record.place,
    starts_on: record.starts_on,
    ends_on: record.ends_on,
    hours: record.hours,
    points: record.points,
    requirements: record.requirements,
    claim_until: record.claim_until,
    status: record.status,
    folio: accreditation?.folio ?? null,
    valid_until: accreditation?.valid_until ?? null,
    decided_on: accreditation?.accredited_on ?? null,
    reason: accreditation?.reason ?? null,
    roster_due_on: course.endsOn === undefined ? null : addDays(course.endsOn, session.organizer.rosterDays),
    created_at: record.created_at,
  };
}

/** Another organiser's course gives the same 404 as an unknown one. */
export async function ownCourse(
  tools: Pick<Tools, 'query'>,
  who: DeskWho,
  named: string,
  lock: CourseLock = 'none',
): Promise<Course> {
  const id = parseId('crs', named);
  const course = id && (await findCourse(tools, who, id, lock));
  if (course !== undefined && course.organizerId === who.session.organizer.id) return course;
  throw new AppError('not_found', {
    en: 'You have no course with this id.',
    es: 'Usted no tiene ningún curso con este id.',
  });
}
