/** Changes an award: every field while it is pending, afterwards only `external_id` and `metadata`. */

import { externalIdTaken } from '../../http/metadata.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import { todayOf } from '../calendar.ts';
import { findCourse } from '../courses/pg-courses.ts';
import { dayOf, mergeMetadata } from '../fields.ts';
import { type Reporters, withReporter } from '../four-eyes/four-eyes.ts';
import { lockMembers } from '../members/pg-lock-members.ts';
import { memberAnonymised } from '../members/refusals.ts';
import { changesBetween, namesOfChanges, note } from '../note-change.ts';
import { type Award, toAwardRecord } from './award.ts';
import { type AwardChange, activityOf, amountOr, assertAwardTexts, wantedLines } from './award-input.ts';
import { activityLines, firstOf } from './create-award.ts';
import { checkEvidence } from './evidence.ts';
import { awardNamed } from './find-award.ts';
import { judgeAward } from './judge-award.ts';
import type { Source } from './judge-requests.ts';
import { awardKey, readCourseAwards, readExternalIds, readMemberships } from './pg-award-facts.ts';
import { updateAward } from './pg-write-awards.ts';

type Ports = Pick<Tools, 'query' | 'now'>;

export async function changeAward(
  tools: Ports,
  who: Who,
  named: string,
  change: AwardChange,
): Promise<Award> {
  assertAwardTexts(change);
  const { memberId } = await awardNamed(tools, who, named);
  const status = (await lockMembers(tools, who, [memberId])).get(memberId);
  if (status === 'anonymised') throw memberAnonymised();
  const before = await awardNamed(tools, who, named);
  assertMayChange(before, change);
  const content = await changed(tools, who, before, change, status ?? 'active');
  const after = { ...content, reporters: await reportersAfter(tools, who, before, content) };
  await assertExternalIdFree(tools, who, after);
  await updateAward(tools, after);
  await note(tools, who, 'award.change', after.id, changesOf(before, after));
  return after;
}

/**
 * The names of all changed fields, and the values only of those that affect points. The others, such as activity and
 * evidence, may describe a person.
 */
function changesOf(before: Award, after: Award) {
  const [old, now] = [
    toAwardRecord(before, ''),
    toAwardRecord({ ...after, updatedAt: before.updatedAt }, ''),
  ];
  return { ...namesOfChanges(old, now), ...changesBetween(counting(old), counting(now)) };
}

function counting({ role, completed_on, hours, points }: ReturnType<typeof toAwardRecord>) {
  return { role, completed_on, hours, points };
}

const ALWAYS = ['external_id', 'metadata'];

/** A person who changes a pending award counts as one of its reporters. */
async function reportersAfter(tools: Ports, who: Who, before: Award, after: Award): Promise<Reporters> {
  const { fields } = changesOf(before, after);
  const isContent = fields.some((field) => !ALWAYS.includes(field));
  return isContent ? withReporter(tools, who, before.reporters) : before.reporters;
}

function assertMayChange({ id, status }: Award, change: AwardChange): void {
  const fixed = Object.keys(change).filter((field) => !ALWAYS.includes(field));
  if (status === 'pending' || fixed.length === 0) return;
  const names = fixed.map((field) => `\`${field}\``).join(', ');
  throw new AppError('invalid_transition', {
    en: `\`${id}\` is \`${status}\`: ${names} can change only while it is \`pending\`. Revoke it and award anew.`,
    es: `\`${id}\` está en \`${status}\`: ${names} solo puede cambiar mientras está en \`pending\`. Revóquela y acredite de nuevo.`,
  });
}

async function changed(
  tools: Ports,
  who: Who,
  before: Award,
  change: AwardChange,
  memberStatus: string,
): Promise<Award> {
  const plain: Award = {
    ...before,
    externalId: change.external_id === undefined ? before.externalId : (change.external_id ?? undefined),
    metadata: change.metadata ? mergeMetadata(before.metadata, change.metadata) : before.metadata,
    updatedAt: tools.now(),
  };
  if (before.status !== 'pending') return plain;
  const content: Award = {
    ...plain,
    activity: changedActivity(before, change),
    role: change.role ?? before.role,
    completedOn:
      change.completed_on === undefined ? before.completedOn : dayOf('completed_on', change.completed_on),
    hours: amountOr('hours', change.hours, before.hours),
    attendance: amountOr('attendance_percent', change.attendance_percent, before.attendance),
    score: amountOr('score', change.score, before.score),
    evidence: change.evidence ? await checkEvidence(tools, who, change.evidence) : before.evidence,
  };
  return { ...content, points: await changedPoints(tools, who, content, before, change, memberStatus) };
}

function changedActivity({ id, activity }: Award, change: AwardChange) {
  if (change.activity === undefined) return activity;
  if (activity !== undefined) return activityOf(change.activity);
  throw new AppError('validation_failed', {
    en: `\`activity\`: ${id} is for a course and cannot become an activity. Withdraw it and post another.`,
    es: `\`activity\`: ${id} es por un curso y no puede volverse actividad. Retírela y registre otra.`,
  });
}

/**
 * Judges the points like those of a new award. If the role changes and no points are given, the new role's points
 * apply.
 */
async function changedPoints(
  tools: Ports,
  who: Who,
  award: Award,
  before: Award,
  change: AwardChange,
  status: string,
): Promise<Award['points']> {
  const source = await sourceOf(tools, who, award, change);
  const isNewRole = award.role !== before.role;
  if (isNewRole) await assertOnlyOne(tools, award);
  const memberships = (await readMemberships(tools, [award.memberId])).get(award.memberId) ?? [];
  const kept = isNewRole ? undefined : before.points;
  const judged = judgeAward(
    source,
    { ...award, points: wantedLines(change.points) ?? kept },
    { status, memberships },
    { today: await todayOf(tools, who, award), mayChangeDecidedTerms: who.may('awards:approve') },
  );
  return 'lines' in judged ? judged.lines : refuse(firstOf(judged));
}

async function sourceOf(tools: Ports, who: Who, award: Award, change: AwardChange): Promise<Source> {
  if (award.courseId === undefined) {
    return { lines: change.points ? await activityLines(tools, who, change.points) : award.points };
  }
  const course = await findCourse(tools, who, award.courseId);
  if (course === undefined) throw new Error('The course of an award is gone');
  return course;
}

async function assertOnlyOne(tools: Ports, { courseId, memberId, role }: Award): Promise<void> {
  if (courseId === undefined) return;
  const taken = (await readCourseAwards(tools, courseId, [memberId])).get(awardKey(memberId, role));
  if (taken === undefined) return;
  throw new AppError('already_awarded', {
    en: `The member has ${taken} for this course as \`${role}\` already.`,
    es: `El miembro ya tiene ${taken} por este curso como \`${role}\`.`,
  });
}

async function assertExternalIdFree(tools: Ports, who: Who, { id, externalId }: Award): Promise<void> {
  if (externalId === undefined) return;
  const taken = (await readExternalIds(tools, who, [externalId])).get(externalId);
  if (taken !== undefined && taken !== id) throw externalIdTaken(taken);
}
