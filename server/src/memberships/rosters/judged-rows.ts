/** The result of each row of a roster, as stored and answered. */

import { type Refusal, refusal } from '../../operations/refusal.ts';
import type { AwardRequest, Verdict } from '../awards/judge-requests.ts';
import type { FoundMember } from '../members/find-members.ts';
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
      // If the award was not made, the result names no award.
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
  if (member === 'not_found') return [NOT_FOUND, ...problems];
  if (member === 'ambiguous') return [AMBIGUOUS, ...problems];
  return problems;
}

const NOT_FOUND = refusal(
  'member_not_found',
  'No member has this identifier. Correct it, or register the member first.',
  'El identificador no es de ningún miembro. Corríjalo o registre primero al miembro.',
);

const AMBIGUOUS = refusal(
  'member_ambiguous',
  'Two or more members share this `email`. Use `member_number` or another identifier.',
  '`email` es de dos o más miembros. Use `member_number` u otro identificador.',
);

/** Combines the first code with the messages of all problems, so that the row can be corrected in one go. */
function oneProblem(refusals: readonly Refusal[]): Refusal | undefined {
  const [first] = refusals;
  if (first === undefined || refusals.length === 1) return first;
  return {
    code: first.code,
    text: {
      en: refusals.map(({ text }) => text.en).join(' '),
      es: refusals.map(({ text }) => text.es).join(' '),
    },
  };
}
