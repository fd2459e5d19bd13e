/** Proposes a course. */

import type { Static } from 'typebox';
import { externalIdTaken } from '../../http/metadata.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { reportersOf } from '../four-eyes/four-eyes.ts';
import { note } from '../note-change.ts';
import type { Course } from './course.ts';
import { applyChange, type NewCourse } from './course-input.ts';
import { findCourseBy, saveCourse } from './pg-courses.ts';

export async function createCourse(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  wanted: Static<typeof NewCourse>,
): Promise<Course> {
  const course = await applyChange(tools, who, blankCourse(tools, who, wanted), wanted);
  await assertExternalIdFree(tools, who, course);
  await saveCourse(tools, who, { ...course, reporters: await reportersOf(tools, who) });
  await note(tools, who, 'course.create', course.id, {
    title: course.title,
    ...(course.organizerId !== undefined && { organizer_id: course.organizerId }),
  });
  return course;
}

export async function assertExternalIdFree(
  tools: Pick<Tools, 'query'>,
  who: Who,
  { id, externalId }: Course,
): Promise<void> {
  if (externalId === undefined) return;
  const taken = await findCourseBy(tools, who, 'external_id', externalId, id);
  if (taken !== undefined) throw externalIdTaken(taken);
}

function blankCourse(
  { now, newId }: Pick<Tools, 'now' | 'newId'>,
  { livemode }: Who,
  { title, starts_on }: Static<typeof NewCourse>,
): Course {
  const at = now();
  return {
    id: newId('crs'),
    livemode,
    organizerId: undefined,
    code: undefined,
    title,
    description: undefined,
    providerName: undefined,
    providerContact: undefined,
    modality: 'in_person',
    place: undefined,
    startsOn: starts_on,
    endsOn: undefined,
    hours: undefined,
    points: [],
    minAttendance: undefined,
    minScore: undefined,
    claimUntil: undefined,
    capacity: undefined,
    status: 'proposed',
    folio: undefined,
    accreditedOn: undefined,
    validUntil: undefined,
    reporters: undefined,
    decidedBy: undefined,
    decisionReason: undefined,
    badgeImage: undefined,
    externalId: undefined,
    metadata: {},
    createdAt: at,
    updatedAt: at,
  };
}
