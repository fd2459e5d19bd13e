/** Finds the course for which awards are posted, locks it, and checks whether it accepts awards, and until when. */

import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { type Refusal, refusal, refuse } from '../../operations/refusal.ts';
import type { Course } from '../courses/course.ts';
import { courseNamed } from '../courses/find-course.ts';

export async function courseToAward(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  named: string,
): Promise<Course> {
  const course = await courseNamed(tools, owner, named, 'award');
  assertAccredited(course);
  return course;
}

function assertAccredited({ id, status }: Course): void {
  if (status === 'accredited') return;
  const mend = status === 'proposed' ? MENDS.proposed : MENDS.other;
  throw new AppError('course_not_accredited', {
    en: `\`${id}\` is \`${status}\` and takes no awards. ${mend.en}`,
    es: `\`${id}\` está en \`${status}\` y no recibe acreditaciones. ${mend.es}`,
  });
}

const MENDS = {
  proposed: { en: 'Accredit it first.', es: 'Aválelo primero.' },
  other: {
    en: 'Post for an accredited course, or report an activity.',
    es: 'Use un curso avalado o registre una actividad.',
  },
};

export function assertClaimable(course: Course, today: string): void {
  const closed = claimClosed(course, today);
  if (closed !== undefined) refuse(closed);
}

/** Returns the error if nothing can be posted for the course on this day. */
export function claimClosed({ id, claimUntil }: Course, today: string): Refusal | undefined {
  if (claimUntil === undefined || today <= claimUntil) return undefined;
  return refusal(
    'claim_closed',
    `Awards for \`${id}\` could be posted until ${claimUntil}; today is ${today}. To allow more time, change \`claim_until\` of the course.`,
    `Las acreditaciones de \`${id}\` podían registrarse hasta el ${claimUntil}; hoy es ${today}. Para dar más tiempo, cambie \`claim_until\` del curso.`,
  );
}
