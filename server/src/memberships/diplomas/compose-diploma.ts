/**
 * What a diploma says, taken from the award as it is now. The content is stored with the folio and never changes
 * afterwards. `documents/layout/diploma.ts` renders it.
 */

import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import type { Award } from '../awards/award.ts';
import { findAwards } from '../awards/pg-awards.ts';
import { todayOf } from '../calendar.ts';
import { readLook } from '../council/pg-council.ts';
import type { Course } from '../courses/course.ts';
import { findCourse } from '../courses/pg-courses.ts';
import type { DiplomaContent, PrintedPoints } from '../documents/content.ts';
import type { Compose } from '../documents/issue-document.ts';
import { fromHundredths } from '../fields.ts';
import { fullName } from '../members/full-name.ts';
import { readMembers } from '../members/pg-members.ts';
import { memberAnonymised, memberNotFound } from '../members/refusals.ts';
import { takeNumbers } from '../pg-numbers.ts';
import { findProgram } from '../programs/pg-programs.ts';
import { noDiplomaFor } from './refusals.ts';

export const composeDiploma: Compose = async (tools, owner, { awardId, memberId }) => {
  const [award] = awardId === undefined ? [] : await findAwards(tools, owner, [awardId]);
  if (award === undefined) throw new Error('A diploma without an award');
  const [member] = await readMembers(tools, owner, [memberId]);
  if (member === undefined) throw memberNotFound();
  if (member.status === 'anonymised') throw memberAnonymised();
  if (award.status !== 'approved') return refuse(noDiplomaFor(award));
  const course = award.courseId && (await findCourse(tools, owner, award.courseId));
  const issuedOn = await todayOf(tools, owner, { memberId });
  const year = issuedOn.slice(0, 4);
  // The number is taken last, because others who need the next number wait until this transaction ends.
  const content = {
    kind: 'diploma',
    council: await readLook(tools, owner.accountId),
    issued_on: issuedOn,
    holder: fullName(member),
    ...whatItWasFor(award, course),
    role: award.role,
    hours: award.hours === undefined ? null : fromHundredths(award.hours),
    points: await pointsOf(tools, owner, award),
  } as const;
  const folio = `D-${year}-${String(await takeNumbers(tools, owner, `diploma:${year}`)).padStart(6, '0')}`;
  return { folio, content: { ...content, folio } satisfies DiplomaContent };
};

function whatItWasFor(award: Award, course: Course | undefined) {
  const { activity, completedOn } = award;
  if (course !== undefined) {
    const isAtOwnPace = course.modality === 'self_paced' || course.endsOn === undefined;
    return {
      title: course.title,
      activity: null,
      provider: course.providerName ?? null,
      aval: course.folio ?? null,
      starts_on: isAtOwnPace ? completedOn : course.startsOn,
      ends_on: isAtOwnPace ? completedOn : (course.endsOn ?? completedOn),
      place: course.place ?? null,
    };
  }
  if (activity === undefined) throw new AppError('internal_error', { en: award.id, es: award.id });
  const { title, kind, provider } = activity;
  return {
    title,
    activity: kind ?? 'actividad',
    provider,
    aval: null,
    starts_on: completedOn,
    ends_on: completedOn,
    place: null,
  };
}

/** The sum of points in each program, with the program's own word for points. */
async function pointsOf(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  { points }: Award,
): Promise<PrintedPoints[]> {
  const sums = Map.groupBy(points, ({ program_id }) => program_id);
  const printed: PrintedPoints[] = [];
  for (const [programId, lines] of sums) {
    const program = await findProgram(tools, owner, programId);
    const sum = lines.reduce((total, line) => total + line.points, 0);
    printed.push({
      points: fromHundredths(sum),
      unit: program?.unit ?? '',
      program: program?.name ?? '',
    });
  }
  return printed;
}
