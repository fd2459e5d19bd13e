/** Makes an award: a member's points for a course or another activity. Somebody has to decide on it. */

import { AppError } from '../../kernel/errors.ts';
import type { MemberId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { type Refusal, refuse } from '../../operations/refusal.ts';
import { todayOf } from '../calendar.ts';
import { DEFAULT_ROLE } from '../courses/course.ts';
import { checkPointLines, type PointLine } from '../courses/point-lines.ts';
import { dayOf } from '../fields.ts';
import { findMember } from '../members/find-member.ts';
import { note } from '../note-change.ts';
import type { Award } from './award.ts';
import {
  activityOf,
  amountOr,
  assertAwardTexts,
  assertOneSource,
  type NewAward,
  wantedLines,
} from './award-input.ts';
import { assertClaimable, courseToAward } from './course-to-award.ts';
import { checkEvidence } from './evidence.ts';
import { repeated } from './judge-points.ts';
import { type AwardRequest, judgeRequests, type Source, type Verdict } from './judge-requests.ts';
import { writeAwards } from './write-awards.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'newId'>;

export async function createAward(tools: Ports, who: Who, wanted: NewAward): Promise<Award> {
  assertAwardTexts(wanted);
  assertOneSource(wanted);
  // The member is not locked yet, because courses are always locked before members.
  const { id: memberId } = await findMember(tools, who, wanted.member_id);
  const today = await todayOf(tools, who, { memberId });
  const source = await sourceOf(tools, who, wanted, today);
  const request = await toAwardRequest(tools, who, memberId, source, wanted);
  const [verdict] = await judgeRequests(tools, who, source, [request], () => today);
  const judged = grantedOr(verdict, request);
  const courseId = 'lines' in source ? undefined : source.id;
  const origin = { courseId, rosterId: undefined, isApproved: false };
  const [award] = await writeAwards(tools, who, [{ request, judged }], origin);
  if (award === undefined) throw new Error('An award that was judged was not written');
  await note(tools, who, 'award.create', award.id, { member_id: memberId, course_id: courseId ?? null });
  return award;
}

async function sourceOf(tools: Ports, who: Who, wanted: NewAward, today: string): Promise<Source> {
  if (wanted.course_id !== undefined) {
    const course = await courseToAward(tools, who, wanted.course_id);
    assertClaimable(course, today);
    return course;
  }
  return { lines: await activityLines(tools, who, wanted.points ?? []) };
}

/**
 * The lines of points of an activity. The caller says what the activity is worth, and each program must have the
 * category.
 */
export async function activityLines(
  tools: Pick<Tools, 'query'>,
  who: Who,
  given: NonNullable<NewAward['points']>,
): Promise<PointLine[]> {
  const lines = await checkPointLines(tools, who, 'points', given);
  const seen = new Set<string>();
  for (const [index, { program_id, category }] of lines.entries()) {
    if (seen.has(`${program_id} ${category}`)) refuse(repeated(`points[${index}]`));
    seen.add(`${program_id} ${category}`);
  }
  return lines;
}

async function toAwardRequest(
  tools: Ports,
  who: Who,
  memberId: MemberId,
  source: Source,
  wanted: NewAward,
): Promise<AwardRequest> {
  const courseHours = 'lines' in source ? undefined : source.hours;
  return {
    id: tools.newId('awd'),
    memberId,
    activity: wanted.activity && activityOf(wanted.activity),
    role: wanted.role ?? DEFAULT_ROLE,
    completedOn: wanted.completed_on === undefined ? undefined : dayOf('completed_on', wanted.completed_on),
    hours: amountOr('hours', wanted.hours, courseHours),
    attendance: amountOr('attendance_percent', wanted.attendance_percent, undefined),
    score: amountOr('score', wanted.score, undefined),
    points: wantedLines(wanted.points),
    evidence: await checkEvidence(tools, who, wanted.evidence ?? []),
    externalId: wanted.external_id ?? undefined,
    metadata: wanted.metadata ?? {},
  };
}

function grantedOr(verdict: Verdict | undefined, { role }: AwardRequest) {
  if (verdict?.kind === 'created') return verdict.judged;
  if (verdict?.kind === 'duplicate') {
    throw new AppError('already_awarded', {
      en: `The member has ${verdict.awardId} for this course as \`${role}\` already. Revoke or reject it before it is awarded anew.`,
      es: `El miembro ya tiene ${verdict.awardId} por este curso como \`${role}\`. Revóquela o rechácela antes de acreditar de nuevo.`,
    });
  }
  return refuse(firstOf(verdict?.refusals));
}

export function firstOf(refusals: readonly Refusal[] | undefined): Refusal {
  const [first] = refusals ?? [];
  if (first === undefined) throw new Error('A rejection without a reason');
  return first;
}
