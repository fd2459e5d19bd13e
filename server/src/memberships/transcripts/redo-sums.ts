/** Recomputes chain and sums from a ledger, as any holder of a transcript can: no database, no clock. */

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

/** A membership with all its terms, in the shape of the engine. */
export type Counted = { membershipId: string; programId: string; terms: readonly Term[] };

/** Where a line of an award counts. `term` is null if it is in none. */
type LineResult = { term: number | null; counted: number; because: Because | null };

export type Sums = {
  evaluationOf(membershipId: string, term: number): Evaluation | undefined;
  lineOf(awardId: string, programId: string, category: string): LineResult;
};

/** Entries of the ledger in force on this day. */
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
    for (const marked of evaluateAll(terms, markedLines(standing, programId), asOf)) {
      noteLines(lines, programId, marked, terms);
      evaluations.set(`${membershipId} ${marked.term}`, {
        ...marked,
        awards: marked.awards.map((award) => ({ ...award, id: unmarked(award.id).awardId })),
      });
    }
  }
  return {
    evaluationOf: (membershipId, term) => evaluations.get(`${membershipId} ${term}`),
    lineOf: (awardId, programId, category) => lines.get(`${programId} ${awardId} ${category}`) ?? OUTSIDE,
  };
}

const OUTSIDE: LineResult = { term: null, counted: 0, because: 'outside_terms' };

/**
 * The engine identifies awards by id, but one award may have lines in two categories. Ids have the same length, so
 * appending a category does not change the order.
 */
function markedLines(standing: readonly LedgerEntry[], programId: string): AwardLine[] {
  return standing.flatMap(({ award_id, completed_on, lines }) =>
    lines
      .filter(({ program_id }) => program_id === programId)
      .map(({ category, points }) => ({ id: `${award_id} ${category}`, completed_on, category, points })),
  );
}

function unmarked(id: string): { awardId: string; category: string } {
  const [awardId = '', category = ''] = id.split(' ');
  return { awardId, category };
}

/** A line that one membership leaves outside its terms may be inside those of another in the same program. */
function noteLines(
  lines: Map<string, LineResult>,
  programId: string,
  { term, awards }: Evaluation,
  terms: readonly Term[],
): void {
  const isTerm = terms.some(({ number }) => number === term);
  for (const { id, counted, because } of awards) {
    const { awardId, category } = unmarked(id);
    const key = `${programId} ${awardId} ${category}`;
    if (because === 'outside_terms' && lines.has(key)) continue;
    lines.set(key, { term: isTerm && because !== 'outside_terms' ? term : null, counted, because });
  }
}
