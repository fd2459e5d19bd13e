/** Every award of a transcript, with how much of it counts and why. */

import type { AwardStatus } from '../awards/award.ts';
import { fromHundredths } from '../fields.ts';
import type { TitledAward } from './pg-transcript.ts';
import { type LedgerEntry, type Sums, standingLines } from './redo-sums.ts';
import type { Transcript } from './transcript.ts';
import type { Wanted } from './wanted.ts';

type AwardPart = Transcript['awards'][number];

export function toAwards(
  awards: readonly TitledAward[],
  entries: readonly LedgerEntry[],
  sums: Sums,
  wanted: Wanted,
): AwardPart[] {
  const standing = standingLines(entries, wanted.asOf);
  const entered = new Set(entries.map(({ award_id }) => award_id));
  return awards
    .map((award): AwardPart => {
      const isStanding = standing.has(award.id);
      return {
        id: award.id,
        course_id: award.courseId ?? null,
        title: award.title,
        aval: award.aval ?? null,
        role: award.role,
        completed_on: award.completedOn,
        hours: award.hours === undefined ? null : fromHundredths(award.hours),
        status: statusOf(award, isStanding, entered.has(award.id)),
        lines: linesOf(award, isStanding, sums),
      };
    })
    .filter((award) => isAsked(award, wanted));
}

/**
 * The state of an award according to the ledger. An award that was decided after the last entry shown is still pending
 * in the transcript.
 */
function statusOf({ status }: TitledAward, isStanding: boolean, isEntered: boolean): AwardStatus {
  if (isStanding) return 'approved';
  if (isEntered) return 'revoked';
  return status === 'approved' || status === 'revoked' ? 'pending' : status;
}

function linesOf({ id, points }: TitledAward, isStanding: boolean, sums: Sums): AwardPart['lines'] {
  return points.map((line) => {
    const { program_id, category } = line;
    const result = isStanding ? sums.lineOf(id, program_id, category) : NOT_APPROVED;
    return { program_id, category, points: fromHundredths(line.points), ...result };
  });
}

const NOT_APPROVED = { term: null, counted: 0, because: 'not_approved' };

function isAsked({ completed_on, lines }: AwardPart, { programId, term, from, to }: Wanted): boolean {
  if (from !== undefined && completed_on < from) return false;
  if (to !== undefined && completed_on > to) return false;
  const inProgram = lines.filter(({ program_id }) => programId === undefined || program_id === programId);
  if (programId !== undefined && inProgram.length === 0) return false;
  return term === undefined || inProgram.some((line) => line.term === term);
}
