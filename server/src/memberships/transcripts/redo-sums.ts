/**
 * Recomputes the chain and the sums from a ledger, as any holder of a transcript can, without a database or a clock.
 */

import { type AwardLine, type Because, type Evaluation, evaluateAll, type Term } from '@sello/rules';

export type LedgerEntry = {
  seq: number;
  kind: 'award' | 'reversal';
  award_id: string;
  lines: readonly { program_id: string; category: string; points: number }[];
  completed_on: string;
  at: string;
  hash: string;
  prev_hash: string;
};

/** A membership with all its terms, in the form that the rule engine takes. */
export type Counted = { membershipId: string; programId: string; terms: readonly Term[] };

/** Where a line of an award counts. `term` is null if it counts in no term. */
type LineResult = { term: number | null; counted: number; because: Because | null };

export type Sums = {
  evaluationOf(membershipId: string, term: number): Evaluation | undefined;
  lineOf(awardId: string, programId: string, category: string): LineResult;
};

/** The ledger entries that are in force on this day. */
export function standingLines(entries: readonly LedgerEntry[], asOf: string): Map<string, LedgerEntry> {
  const left = new Map<string, LedgerEntry>();
  for (const entry of entries) {
    if (entry.completed_on > asOf) continue;
    if (entry.kind === 'award') left.set(entry.award_id, entry);
    else left.delete(entry.award_id);
  }
  return left;
}

export function redoSums(
  entries: readonly LedgerEntry[],
  memberships: readonly Counted[],
  asOf: string,
): Sums {
  const standing = [...standingLines(entries, asOf).values()];
  const evaluations = new Map<string, Evaluation>();
  const lines = new Map<string, LineResult>();
  for (const { membershipId, programId, terms } of memberships) {
    for (const evaluation of evaluateAll(terms, linesOf(standing, programId), asOf)) {
      noteLines(lines, programId, evaluation, terms);
      evaluations.set(`${membershipId} ${evaluation.term}`, evaluation);
    }
  }
  return {
    evaluationOf: (membershipId, term) => evaluations.get(`${membershipId} ${term}`),
    lineOf: (awardId, programId, category) => lines.get(`${programId} ${awardId} ${category}`) ?? OUTSIDE,
  };
}

const OUTSIDE: LineResult = { term: null, counted: 0, because: 'outside_terms' };

function linesOf(standing: readonly LedgerEntry[], programId: string): AwardLine[] {
  return standing.flatMap(({ award_id, completed_on, lines }) =>
    lines
      .filter(({ program_id }) => program_id === programId)
      .map(({ category, points }) => ({ id: award_id, completed_on, category, points })),
  );
}

/** A line that is outside the terms of one membership may be inside those of another membership in the same program. */
function noteLines(
  lines: Map<string, LineResult>,
  programId: string,
  { term, awards }: Evaluation,
  terms: readonly Term[],
): void {
  const isTerm = terms.some(({ number }) => number === term);
  for (const { id, category, counted, because } of awards) {
    const key = `${programId} ${id} ${category}`;
    if (because === 'outside_terms' && lines.has(key)) continue;
    lines.set(key, { term: isTerm && because !== 'outside_terms' ? term : null, counted, because });
  }
}
