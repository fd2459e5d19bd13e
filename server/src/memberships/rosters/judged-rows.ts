/** The result of each row of a roster, as stored and answered. */

import type { Refusal } from '../../operations/refusal.ts';
import type { AwardRequest, Verdict } from '../awards/judge-requests.ts';
import type { FoundMember } from '../members/find-members.ts';
import { isMember, refusalOfMember } from '../members/name-member.ts';
import { oneProblem } from '../posted-tables/one-problem.ts';
import type { JudgedRow } from '../posted-tables/posting.ts';
import { membersFirst } from './organizer-rows.ts';

export type VerdictOf = ReadonlyMap<AwardRequest, Verdict | undefined>;

/** A row that was read. `request` is undefined if the row cannot be judged. */
export type Line = {
  number: number;
  cells: Record<string, unknown>;
  problems: readonly Refusal[];
  member: FoundMember | undefined;
  request: AwardRequest | undefined;
};

export function toJudgedRows(
  lines: readonly Line[],
  verdictOf: VerdictOf,
  { isApplied, isDryRun, isOfOrganizer }: { isApplied: boolean; isDryRun: boolean; isOfOrganizer: boolean },
): JudgedRow[] {
  const inOrder = isOfOrganizer ? membersFirst : (refusals: readonly Refusal[]) => refusals;
  const made = new Set<string>([...verdictOf.keys()].map(({ id }) => id));
  return lines.map((line): JudgedRow => {
    const { number, cells, request } = line;
    const row = { number, cells, memberId: request?.memberId, recordId: undefined, problem: undefined };
    const verdict = request && verdictOf.get(request);
    if (verdict?.kind === 'created') {
      if (!isApplied) return { ...row, status: 'not_applied' };
      return { ...row, status: 'created', recordId: isDryRun ? undefined : request?.id };
    }
    if (verdict?.kind === 'duplicate') {
      // The row may repeat an award of this same roster. If that award was not made, the result names no award.
      const isThere = !made.has(verdict.awardId) || (isApplied && !isDryRun);
      return { ...row, status: 'duplicate', recordId: isThere ? verdict.awardId : undefined };
    }
    return {
      ...row,
      status: 'rejected',
      problem: oneProblem(inOrder(verdict?.refusals ?? refusalsOf(line))),
    };
  });
}

function refusalsOf({ problems, member }: Line): readonly Refusal[] {
  return member === undefined || isMember(member) ? problems : [refusalOfMember(member), ...problems];
}
