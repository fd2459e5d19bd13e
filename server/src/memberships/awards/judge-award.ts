/**
 * The rules that a new or changed award must fulfil, one function each. The functions are pure: all that they need is
 * passed to them.
 */

import type { MemberId, ProgramId } from '../../kernel/ids.ts';
import { type Refusal, refusal } from '../../operations/refusal.ts';
import type { Course } from '../courses/course.ts';
import type { PointLine } from '../courses/point-lines.ts';
import { fromHundredths } from '../fields.ts';
import { memberAnonymised } from '../members/refusals.ts';
import { judgeCoursePoints, type WantedPoints } from './judge-points.ts';

export type WantedAward = {
  memberId: MemberId;
  role: string;
  /** If undefined, the day is the course's last day. */
  completedOn: string | undefined;
  /** The percentage in hundredths. */
  attendance: number | undefined;
  score: number | undefined;
  points: WantedPoints;
};

/** The facts about a member. */
export type MemberFacts = { status: string; memberships: readonly MembershipFacts[] };

export type MembershipFacts = {
  programId: ProgramId;
  /** Set if the membership has ended. */
  endedOn: string | undefined;
  /** First and last days of terms that a renewal has decided. */
  decided: readonly (readonly [string, string])[];
};

export type Circumstances = { today: string; mayChangeDecidedTerms: boolean };

export type Judged = { completedOn: string; lines: readonly PointLine[] };

/**
 * Returns all problems with the award, or the values with which it is stored. An activity has no course and brings its
 * own lines.
 */
export function judgeAward(
  source: Course | { lines: readonly PointLine[] },
  wanted: WantedAward,
  facts: MemberFacts,
  { today, mayChangeDecidedTerms }: Circumstances,
): Judged | readonly Refusal[] {
  if (facts.status === 'anonymised') return [memberAnonymised()];
  const course = 'lines' in source ? undefined : source;
  const completedOn = wanted.completedOn ?? course?.endsOn;
  const lines = 'lines' in source ? source.lines : judgeCoursePoints(source, wanted.role, wanted.points);
  const refusals = [
    completedOn === undefined ? missingDay() : judgeDay(course, completedOn, today),
    course && judgeAttendance(course, wanted),
    course && judgeScore(course, wanted),
    isRefusal(lines) ? lines : undefined,
    completedOn === undefined || isRefusal(lines)
      ? undefined
      : judgeMemberships(lines, facts, completedOn, mayChangeDecidedTerms),
  ].filter((problem) => problem !== undefined);
  if (refusals.length > 0 || completedOn === undefined || isRefusal(lines)) return refusals;
  return { completedOn, lines };
}

function isRefusal(value: readonly PointLine[] | Refusal): value is Refusal {
  return 'code' in value;
}

function judgeDay(course: Course | undefined, day: string, today: string): Refusal | undefined {
  if (day > today) {
    return outOfRange(`is ${day}, and today is ${today}.`, `es ${day} y hoy es ${today}.`);
  }
  if (course === undefined) return undefined;
  const last = course.modality === 'self_paced' ? undefined : course.endsOn;
  if (day < course.startsOn || (last !== undefined && day > last)) {
    const until = last === undefined ? '' : last;
    return outOfRange(
      `is ${day}; the course runs from ${course.startsOn}${until && ` to ${until}`}.`,
      `es ${day}; el curso va del ${course.startsOn}${until ? ` al ${until}` : ' en adelante'}.`,
    );
  }
  if (course.validUntil === undefined || day <= course.validUntil) return undefined;
  return outOfRange(
    `is ${day}; the course was accredited until ${course.validUntil}.`,
    `es ${day}; el curso estuvo avalado hasta el ${course.validUntil}.`,
  );
}

function judgeAttendance({ minAttendance }: Course, { attendance }: WantedAward): Refusal | undefined {
  if (minAttendance === undefined || (attendance ?? -1) >= minAttendance) return undefined;
  return notMet('attendance_percent', minAttendance, attendance);
}

function judgeScore({ minScore }: Course, { score }: WantedAward): Refusal | undefined {
  if (minScore === undefined || (score ?? -1) >= minScore) return undefined;
  return notMet('score', minScore, score);
}

/**
 * Checks the memberships of the award's programs. A membership that has ended accepts only what was completed before
 * its end.
 */
function judgeMemberships(
  lines: readonly PointLine[],
  { memberships }: MemberFacts,
  day: string,
  mayChangeDecidedTerms: boolean,
): Refusal | undefined {
  const programs = new Set(lines.map(({ program_id }) => program_id));
  const concerned = memberships.filter(
    ({ programId, endedOn }) => programs.has(programId) && (endedOn === undefined || day <= endedOn),
  );
  if (concerned.length === 0) return noMembership([...programs]);
  if (mayChangeDecidedTerms) return undefined;
  const decided = concerned
    .flatMap((membership) => membership.decided)
    .find(([startsOn, endsOn]) => startsOn <= day && day <= endsOn);
  return decided && termDecided(decided);
}

function outOfRange(en: string, es: string): Refusal {
  return refusal('completed_on_out_of_range', `\`completed_on\` ${en}`, `\`completed_on\` ${es}`);
}

function missingDay(): Refusal {
  return refusal(
    'validation_failed',
    '`completed_on` is missing, and there is no last day of a course to take its place.',
    'Falta `completed_on` y no hay un último día de curso que lo supla.',
  );
}

function notMet(field: string, minimum: number, given: number | undefined): Refusal {
  const least = fromHundredths(minimum);
  return refusal(
    'requirements_not_met',
    `\`${field}\` is ${given === undefined ? 'missing' : fromHundredths(given)}; the course asks for at least ${least}.`,
    `\`${field}\` ${given === undefined ? 'falta' : `es ${fromHundredths(given)}`}; el curso exige al menos ${least}.`,
  );
}

function noMembership(programs: readonly string[]): Refusal {
  const names = programs.join(', ');
  return refusal(
    'no_membership',
    `The member has no membership on that day in any program that gives these points (${names}). Open one first.`,
    `El miembro no tiene en ese día una membresía en ningún programa que dé estos puntos (${names}). Ábrala primero.`,
  );
}

function termDecided([startsOn, endsOn]: readonly [string, string]): Refusal {
  return refusal(
    'term_decided',
    `\`completed_on\` is in the term from ${startsOn} to ${endsOn}, which is decided. A key with \`awards:approve\` may post into it.`,
    `\`completed_on\` cae en el periodo del ${startsOn} al ${endsOn}, que ya está decidido. Una clave con \`awards:approve\` puede registrarlo.`,
  );
}
