/** Posts a roster: who was at a course. All rows are written in one transaction, without a statement per row. */

import type { CourseId, MemberId, OrganizerId, RosterId } from '../../kernel/ids.ts';
import { mapInPieces } from '../../kernel/pacing/pieces.ts';
import { slicesOf } from '../../kernel/pacing/slices-of.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { assertMay } from '../../operations/refusal.ts';
import { assertClaimable, courseToAward } from '../awards/course-to-award.ts';
import { type AwardRequest, judgeRequests } from '../awards/judge-requests.ts';
import { queueDiplomas } from '../awards/queue-diplomas.ts';
import { writeAwards } from '../awards/write-awards.ts';
import { todayOf, todaysOf } from '../calendar.ts';
import type { Course } from '../courses/course.ts';
import { assertMayDecideOwn } from '../four-eyes/four-eyes.ts';
import { isMember } from '../members/name-member.ts';
import { readNamedRows } from '../members/read-named-rows.ts';
import { note } from '../note-change.ts';
import type { JudgedRow, Posting } from '../posted-tables/posting.ts';
import type { PostedRow, PostedRows } from '../posted-tables/read/posted-rows.ts';
import { writePosting } from '../posted-tables/write-posting.ts';
import { type Line, toJudgedRows, type VerdictOf } from './judged-rows.ts';
import { ROSTER_COLUMNS, readRow } from './read-row.ts';

type RosterOptions = {
  posted: PostedRows;
  isDryRun: boolean;
  isApproved: boolean;
  isAllOrNothing: boolean;
  wantsDiplomas: boolean;
  /** The organiser that posts it at its desk. */
  organizerId?: OrganizerId;
};

export async function postRoster(
  tools: Tools,
  who: Who,
  courseNamed: string,
  wanted: RosterOptions,
): Promise<{ posting: Posting; rows: JudgedRow[] }> {
  if (wanted.isApproved) assertMay(who, 'awards:approve');
  if (wanted.wantsDiplomas) assertMay(who, 'diplomas:write');
  if (wanted.isApproved) await assertMayDecideOwn(tools, who);
  const { posted } = wanted;
  const course = await courseToAward(tools, who, courseNamed);
  const lines = await readLines(tools, who, course, posted.rows);
  const requests = lines.flatMap(({ request }) => request ?? []);
  const verdicts = await judgeRequests(
    tools,
    who,
    course,
    requests,
    await daysFor(tools, who, course, requests),
  );
  const verdictOf = new Map(requests.map((request, index) => [request, verdicts[index]]));
  const isApplied = !wanted.isAllOrNothing || lines.every((line) => isFine(line, verdictOf));
  const id = tools.newId('rst');
  const awards = isApplied ? await grant(tools, who, course.id, id, verdictOf, wanted.isApproved) : [];
  const diplomas =
    wanted.wantsDiplomas && wanted.isApproved ? await queueDiplomas(tools, who, awards, tools.now()) : 0;
  const rows = toJudgedRows(lines, verdictOf, {
    isApplied,
    isDryRun: wanted.isDryRun,
    isOfOrganizer: wanted.organizerId !== undefined,
  });
  // If every row is rejected, nothing was applied.
  const hasEffect = isApplied && rows.some(({ status }) => status !== 'rejected');
  const ignored = posted.columns.filter((column) => !ROSTER_COLUMNS.includes(column));
  const { wantsDiplomas, organizerId } = wanted;
  const roster = {
    ...({ id, kind: 'roster', courseId: course.id, isApplied: hasEffect, posted, ignored, rows } as const),
    wantsDiplomas,
    diplomas,
    organizerId,
    note: (made: Posting) => noteRoster(tools, who, made, wanted.isApproved),
  };
  const posting = await writePosting(tools, who, roster);
  return { posting, rows };
}

/** The day on which each row is judged. If the course is closed on all of these days, the whole roster is refused. */
async function daysFor(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  course: Course,
  requests: readonly AwardRequest[],
): Promise<(memberId: MemberId) => string> {
  const members = requests.map(({ memberId }) => memberId);
  const dayOf = await todaysOf(tools, who, members);
  const days = [...new Set(members.map(dayOf))].sort();
  assertClaimable(course, days[0] ?? (await todayOf(tools, who)));
  return dayOf;
}

/** Each row with its requested award, if it can be read and names one member. */
async function readLines(
  tools: Pick<Tools, 'query' | 'newId' | 'serverKeys'>,
  who: Who,
  course: Course,
  rows: readonly PostedRow[],
): Promise<Line[]> {
  const named = await readNamedRows(tools, who, rows, readRow);
  return mapInPieces(named, ({ posted, row, member }): Line => {
    const line = { number: posted.number, cells: posted.cells, problems: row.problems, member };
    if (row.problems.length > 0 || !isMember(member)) return { ...line, request: undefined };
    return { ...line, request: toAwardRequest(tools, course, member, row) };
  });
}

function toAwardRequest(
  { newId }: Pick<Tools, 'newId'>,
  course: Course,
  memberId: AwardRequest['memberId'],
  row: ReturnType<typeof readRow>,
): AwardRequest {
  return {
    id: newId('awd'),
    memberId,
    activity: undefined,
    role: row.role,
    completedOn: row.completedOn,
    hours: row.hours ?? course.hours,
    attendance: row.attendance,
    score: row.score,
    points: row.points,
    evidence: NO_EVIDENCE,
    externalId: row.externalId,
    metadata: NO_METADATA,
  };
}

/** All rows share one empty list, because ten thousand empty objects take megabytes. */
const NO_EVIDENCE: AwardRequest['evidence'] = [];
const NO_METADATA: AwardRequest['metadata'] = {};

function isFine({ request }: Line, verdictOf: VerdictOf): boolean {
  return request !== undefined && verdictOf.get(request)?.kind !== 'rejected';
}

async function grant(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  courseId: CourseId,
  rosterId: RosterId,
  verdictOf: VerdictOf,
  isApproved: boolean,
): Promise<AwardRequest[]> {
  const granted = [...verdictOf].flatMap(([request, verdict]) =>
    verdict?.kind === 'created' ? { request, judged: verdict.judged } : [],
  );
  for (const slice of slicesOf(granted))
    await writeAwards(tools, who, slice, { courseId, rosterId, isApproved });
  return granted.map(({ request }) => request);
}

async function noteRoster(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  { id, courseId, organizerId, summary }: Posting,
  isApproved: boolean,
): Promise<void> {
  const { rows, created, duplicate, rejected } = summary;
  const counts = { rows, created, duplicate, rejected };
  await note(tools, who, 'roster.create', id, {
    course_id: courseId,
    ...(organizerId !== undefined && { organizer_id: organizerId }),
    ...counts,
    approved: isApproved,
  });
}
