/**
 * Posts a marking: a table that marks items of many members' checklists. All of it is one transaction, without a
 * statement per row.
 */

import type { MemberId, ProgramId } from '../../kernel/ids.ts';
import { mapInPieces } from '../../kernel/pacing/pieces.ts';
import { slicesOf } from '../../kernel/pacing/slices-of.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { refreshMembers } from '../awards/refresh-members.ts';
import { todaysOf } from '../calendar.ts';
import { isMember, refusalOfMember } from '../members/name-member.ts';
import { lockMembers } from '../members/pg-lock-members.ts';
import { readNamedRows } from '../members/read-named-rows.ts';
import { readProgramsOf } from '../membership/pg-open-memberships.ts';
import { writeChecklists } from '../membership/terms/pg-term-rows.ts';
import { readChains } from '../membership/terms/pg-terms.ts';
import { versionsOfChains } from '../membership/terms/refresh-terms.ts';
import { note } from '../note-change.ts';
import { oneProblem } from '../posted-tables/one-problem.ts';
import type { JudgedRow, Posting } from '../posted-tables/posting.ts';
import type { PostedRow, PostedRows } from '../posted-tables/read/posted-rows.ts';
import { writePosting } from '../posted-tables/write-posting.ts';
import { lockProgram } from '../programs/pg-programs.ts';
import { programNamed } from '../programs/program-named.ts';
import type { Chain } from '../standing/chain.ts';
import { type Known, openJudge } from './judge-marks.ts';
import { type AskedMark, MARKING_COLUMNS, readRow } from './read-row.ts';

export async function postMarking(
  tools: Tools,
  who: Who,
  posted: PostedRows,
): Promise<{ posting: Posting; rows: JudgedRow[] }> {
  const lines = await readLines(tools, who, posted.rows);
  const { judge, changed } = openJudge(await readKnown(tools, who, lines));
  const rows = await mapInPieces(lines, (line) => judgedRow(line, judge));
  const now = tools.now();
  const marks = [...changed].map(([termId, checklist]) => ({ termId, checklist }));
  for (const some of slicesOf(marks)) await writeChecklists(tools, some, now);
  const updated = rows.filter(({ status }) => status === 'updated');
  // The standings are computed again, because a standing may depend on a yearly item.
  await refreshMembers(
    tools,
    who,
    updated.flatMap(({ memberId }) => (memberId === undefined ? [] : { memberId })),
  );
  const posting = await writePosting(tools, who, {
    id: tools.newId('mrk'),
    kind: 'marking',
    isApplied: rows.some(({ status }) => status !== 'rejected'),
    posted,
    ignored: posted.columns.filter((column) => !MARKING_COLUMNS.includes(column)),
    rows,
    note: ({ id, summary: { rows: all, updated: marked, duplicate, rejected } }) =>
      note(tools, who, 'marking.create', id, { rows: all, updated: marked, duplicate, rejected }),
  });
  return { posting, rows };
}

/** A row that was read. If `memberId` or `asked` is missing, it cannot be judged. */
type Line = Pick<JudgedRow, 'number' | 'cells' | 'memberId' | 'problem'> & { asked: AskedMark | undefined };

async function readLines(
  tools: Pick<Tools, 'query' | 'serverKeys'>,
  who: Who,
  rows: readonly PostedRow[],
): Promise<Line[]> {
  const named = await readNamedRows(tools, who, rows, readRow);
  return named.map(({ posted: { number, cells }, row, member }): Line => {
    const memberId = isMember(member) ? member : undefined;
    const lacks = member === undefined || isMember(member) ? [] : [refusalOfMember(member)];
    return { number, cells, memberId, asked: row.asked, problem: oneProblem([...lacks, ...row.problems]) };
  });
}

/** Locks the members and their programs, as for a single mark, and reads the data by which their rows are judged. */
async function readKnown(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  lines: readonly Line[],
): Promise<Known> {
  const memberIds = [...new Set(lines.flatMap(({ memberId }) => memberId ?? []))];
  await lockMembers(tools, who, memberIds);
  for (const programId of await readProgramsOf(tools, memberIds))
    await lockProgram(tools, who, programId, 'share');
  const chains: Chain[] = [];
  for (const some of slicesOf(memberIds)) chains.push(...(await readChains(tools, some)));
  const chainsOf = Map.groupBy(chains, ({ memberId }) => memberId);
  const programs = await findPrograms(tools, who, lines);
  return {
    chainsOf: (memberId: MemberId) => chainsOf.get(memberId) ?? [],
    versionOf: await versionsOfChains(tools, chains),
    programOf: (name) => programs.get(name),
    dayFor: await todaysOf(tools, who, memberIds),
  };
}

/** A table that names more programs than this is a mistake; the further ones count as unknown. */
const MOST_PROGRAMS = 100;

async function findPrograms(tools: Pick<Tools, 'query'>, who: Who, lines: readonly Line[]) {
  const names = new Set(lines.flatMap(({ asked }) => asked?.program ?? []));
  const found = new Map<string, ProgramId | undefined>();
  for (const name of [...names].slice(0, MOST_PROGRAMS))
    found.set(name, await programNamed(tools, who, name));
  return found;
}

function judgedRow(
  { number, cells, memberId, asked, problem }: Line,
  judge: ReturnType<typeof openJudge>['judge'],
): JudgedRow {
  const row = { number, cells, memberId, recordId: undefined, problem };
  if (memberId === undefined || asked === undefined || problem !== undefined)
    return { ...row, status: 'rejected' };
  const verdict = judge(memberId, asked);
  if (verdict.kind !== 'rejected') return { ...row, status: verdict.kind, recordId: verdict.termId };
  const { code, text } = verdict.refusal;
  return { ...row, status: 'rejected', problem: { code, text } };
}
