/** Accredits, refuses, closes and cancels courses. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import { todayOf } from '../calendar.ts';
import { assertLine, dayOf } from '../fields.ts';
import { assertMayDecide } from '../four-eyes/four-eyes.ts';
import { note } from '../note-change.ts';
import { takeNumbers } from '../pg-numbers.ts';
import { assertReason } from '../reason.ts';
import { type Course, type CourseStatus, courseTransition } from './course.ts';
import { courseNamed } from './find-course.ts';
import { countTaken, findCourseBy, saveCourse } from './pg-courses.ts';
import { readProgramLeaves } from './pg-program-leaves.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

export async function accreditCourse(
  tools: Ports,
  who: Who,
  named: string,
  wanted: { folio?: string; valid_until?: string },
): Promise<Course> {
  const course = await courseToMove(tools, who, named, 'accredited');
  await assertMayDecide(tools, who, course.reporters);
  await assertLinesHold(tools, who, course);
  const validUntil = validUntilOf(course, wanted.valid_until);
  const today = await todayOf(tools, who);
  const folio = await folioFor(tools, who, wanted.folio, today.slice(0, 4));
  return move(tools, who, course, { status: 'accredited', folio, accreditedOn: today, validUntil });
}

export async function refuseCourse(
  tools: Ports,
  who: Who,
  named: string,
  { reason }: { reason: string },
): Promise<Course> {
  assertReason(reason);
  const course = await courseToMove(tools, who, named, 'refused');
  await assertMayDecide(tools, who, course.reporters);
  return move(tools, who, course, { status: 'refused', decisionReason: reason });
}

export async function closeCourse(tools: Ports, who: Who, named: string): Promise<Course> {
  const course = await courseToMove(tools, who, named, 'closed');
  return move(tools, who, course, { status: 'closed' });
}

export async function cancelCourse(tools: Ports, who: Who, named: string): Promise<Course> {
  const course = await courseToMove(tools, who, named, 'cancelled');
  const taken = await countTaken(tools, course.id);
  if (taken > 0) {
    throw new AppError('course_has_awards', {
      en: `\`${course.id}\` has ${taken} pending or approved awards and cannot be cancelled. Close it, or revoke them first.`,
      es: `\`${course.id}\` tiene ${taken} acreditaciones pendientes o aprobadas y no puede cancelarse. Ciérrelo o revóquelas antes.`,
    });
  }
  return move(tools, who, course, { status: 'cancelled' });
}

/** Locks the course, so that this call and requests that post awards for it wait for each other. */
async function courseToMove(tools: Ports, who: Who, named: string, to: CourseStatus): Promise<Course> {
  const course = await courseNamed(tools, who, named, 'change');
  const refused = courseTransition(course, to);
  if (refused !== undefined) refuse(refused);
  return course;
}

async function move(tools: Ports, who: Who, course: Course, change: Partial<Course>): Promise<Course> {
  const isDecision = change.status === 'accredited' || change.status === 'refused';
  const moved: Course = {
    ...course,
    ...change,
    ...(isDecision && { decidedBy: who.by.id }),
    updatedAt: tools.now(),
  };
  await saveCourse(tools, who, moved);
  const details = { from: course.status, to: moved.status, ...(moved.folio && { folio: moved.folio }) };
  await note(tools, who, `course.${VERBS[moved.status]}`, course.id, details);
  return moved;
}

const VERBS = {
  proposed: 'create',
  accredited: 'accredit',
  refused: 'refuse',
  closed: 'close',
  cancelled: 'cancel',
} as const satisfies Record<CourseStatus, string>;

/**
 * Checks the lines again: their programs may have got new rules since the course was proposed, and the rules of a draft
 * may still change.
 */
async function assertLinesHold(tools: Ports, who: Who, { points }: Course): Promise<void> {
  if (points.length === 0) {
    throw invalidField(
      '`points`',
      'is empty. Give the course at least one line of points before it is accredited.',
      'está vacío. Dé al curso al menos una línea de puntos antes de avalarlo.',
    );
  }
  const programs = await readProgramLeaves(tools, who);
  for (const [index, { program_id, category }] of points.entries()) {
    const program = programs.get(program_id);
    if (program === undefined || program.status === 'draft') {
      throw new AppError('program_not_active', {
        en: `\`points[${index}]\` is of the program ${program_id}, which is not active yet. Activate it first.`,
        es: `\`points[${index}]\` es del programa ${program_id}, que aún no está activo. Actívelo primero.`,
      });
    }
    if (program.leaves.has(category)) continue;
    throw new AppError('unknown_category', {
      en: `\`points[${index}].category\` names \`${category}\`, to which the program gives no points any more. Change the line first.`,
      es: `\`points[${index}].category\` indica \`${category}\`, a la que el programa ya no da puntos. Cambie la línea primero.`,
    });
  }
}

function validUntilOf({ startsOn }: Course, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const day = dayOf('valid_until', given);
  if (day >= startsOn) return day;
  throw invalidField(
    '`valid_until`',
    `must not be before \`starts_on\` (${startsOn}).`,
    `no debe ser anterior a \`starts_on\` (${startsOn}).`,
  );
}

/**
 * The caller's folio, or else the next one of the year. The series is locked in both cases, because the caller's folio
 * may look like one of ours: our series skips a number in use, and nobody can take it in between.
 */
async function folioFor(tools: Ports, who: Who, given: string | undefined, year: string): Promise<string> {
  assertLine('folio', given, 100);
  const series = `aval:${year}`;
  if (given !== undefined) {
    await takeNumbers(tools, who, series, 0);
    const taken = await findCourseBy(tools, who, 'folio', given);
    if (taken === undefined) return given;
    throw new AppError('folio_taken', {
      en: `\`folio\` belongs to ${taken}. Use another, or leave it out to get one.`,
      es: `\`folio\` es de ${taken}. Use otro u omítalo para recibir uno.`,
    });
  }
  for (;;) {
    const number = await takeNumbers(tools, who, series);
    const folio = `AVAL-${year}-${String(number).padStart(6, '0')}`;
    if ((await findCourseBy(tools, who, 'folio', folio)) === undefined) return folio;
  }
}
