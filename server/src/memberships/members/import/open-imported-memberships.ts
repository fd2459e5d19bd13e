/** Opens the memberships that rows of an import ask for; members who already have one in the program keep it. */

import { AppError } from '../../../kernel/errors.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { todaysOf } from '../../calendar.ts';
import { openMemberships, type WantedMembership } from '../../membership/open-memberships.ts';
import { findOpenMemberships } from '../../membership/pg-open-memberships.ts';
import type { Program } from '../../programs/program.ts';
import type { FoundPrograms } from './find-programs.ts';
import { type Draft, type GoodDraft, isGood } from './import-draft.ts';

const SLICE = 1_000;

export async function openImportedMemberships(
  tools: Tools,
  who: Who,
  drafts: readonly Draft[],
  programs: FoundPrograms,
): Promise<void> {
  const asked = drafts.filter(isGood).filter(({ row, status }) => row.membership && status !== 'duplicate');
  if (asked.length === 0) return;
  const ids = asked.map(({ member }) => member.id);
  const todayFor = await todaysOf(tools, who, ids);
  const wanted: WantedMembership[] = [];
  for (const [name, drafts] of Map.groupBy(asked, ({ row }) => row.membership?.program ?? '')) {
    const program = programs.get(name);
    if (program === undefined || program instanceof AppError) continue;
    wanted.push(...(await wantedIn(tools, program, drafts, todayFor)));
  }
  // Evaluating first terms uses the CPU, so other requests are served between the slices.
  for (let at = 0; at < wanted.length; at += SLICE)
    await openMemberships(tools, who, wanted.slice(at, at + SLICE));
}

async function wantedIn(
  tools: Tools,
  program: Program,
  drafts: readonly GoodDraft[],
  todayFor: (memberId: MemberId) => string,
): Promise<WantedMembership[]> {
  const open = await findOpenMemberships(
    tools,
    program.id,
    drafts.map(({ member }) => member.id),
  );
  return drafts
    .filter(({ member }) => !open.has(member.id) && member.status !== 'deceased')
    .map(({ member, row }) => ({
      memberId: member.id,
      memberStatus: member.status,
      program,
      startsOn: row.membership?.startsOn ?? todayFor(member.id),
      tracks: row.membership?.tracks ?? [],
      firstTermNumber: 1,
      anchor: row.membership?.anchor,
    }));
}
