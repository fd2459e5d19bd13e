/** The terms of one membership, each computed once and in order, because each hands points and awards to the next. */

import { carryOver } from './carry-over.ts';
import { claimExtension } from './claim-extension.ts';
import { type CompiledRules, compileRules } from './compile-rules.ts';
import type { Demand } from './demand.ts';
import type { AwardLine, Term } from './evaluation.ts';
import { giveOutRoom, type Shown } from './give-out-room.ts';
import { between, type CarriedLine, inOrder, type Line, type PlacedLine } from './lines.ts';
import { linesBeforeFirstTerm, PastLines } from './past-lines.ts';
import { type Reckoning, reckonTerms, type Year } from './reckoning.ts';
import type { ShareCaps } from './tally.ts';
import { TermCount } from './term-count.ts';
import type { Worth } from './worth.ts';

export interface SettledTerm {
  term: Term;
  reckoning: Reckoning;
  version: CompiledRules;
  /** The term's own lines in order: those whose day is in the term, then those that its extension took. */
  lines: readonly PlacedLine[];
  /** Awards made in the term, in a category that the term's version of the rules does not have. */
  foreign: readonly Line[];
  /** Awards that belong to no term, made in the gaps before and after this one. */
  outside: readonly Line[];
  carriedIn: readonly CarriedLine[];
  demands: readonly Demand[];
  shares: ShareCaps;
  shown: Shown;
  carriesOut: readonly CarriedLine[];
}

/** Computes all terms, or those up to a number. Later terms never change earlier ones. */
export function settleTerms(
  terms: readonly Term[],
  awards: readonly AwardLine[],
  upTo = Number.POSITIVE_INFINITY,
): SettledTerm[] {
  const ordered = terms.toSorted((a, b) => a.number - b.number);
  const reckonings = reckonTerms(ordered);
  const membership: Membership = { reckonings, lines: inOrder(awards), taken: new Set(), past: [] };
  const settled: SettledTerm[] = [];
  for (const [index, term] of ordered.entries()) {
    if (term.number > upTo) break;
    settled.push(settleTerm(membership, term, index, settled.at(-1)?.carriesOut ?? []));
  }
  return settled;
}

interface Membership {
  reckonings: readonly Reckoning[];
  lines: readonly Line[];
  /** The lines that an extended term took, by their position in the order of all lines. */
  taken: Set<number>;
  past: PastLines[];
}

function settleTerm(
  membership: Membership,
  term: Term,
  index: number,
  carriedIn: readonly CarriedLine[],
): SettledTerm {
  const version = compileRules(term.rules);
  const reckoning = membership.reckonings[index];
  if (!reckoning) throw new RangeError(`term ${term.number} has no days`);
  if (index === 0) rememberLinesBefore(membership, version, reckoning);

  const { own, foreign } = placeOwnLines(
    untaken(membership, reckoning.starts, reckoning.ends),
    version,
    reckoning,
  );
  const count = new TermCount({ term, reckoning, version, past: membership.past, carriedIn }, own);
  if (reckoning.extendedTo > reckoning.ends) count.beLate();
  const extension = untaken(membership, reckoning.ends + 1, reckoning.extendedTo);
  const claimed = claimExtension(extension, version, reckoning.years, count);
  for (const { order } of claimed) membership.taken.add(order);

  const { lines, demands, shares } = count;
  const shown = giveOutRoom(version, shares, carriedIn, lines, reckoning.years.length);
  const next = membership.reckonings[index + 1];
  // Nothing is carried over if the next term does not follow without a gap.
  const carriesOut =
    next && !next.follows
      ? []
      : carryOver(version, { number: term.number, reckoning }, lines, shown, demands);
  membership.past.push(new PastLines(version, lines, shares));
  const outside = linesInGaps(membership, index);
  return { term, reckoning, version, lines, foreign, outside, carriedIn, demands, shares, shown, carriesOut };
}

function rememberLinesBefore({ past, lines }: Membership, version: CompiledRules, first: Reckoning): void {
  const before = between(lines, Number.NEGATIVE_INFINITY, first.starts - 1);
  past.push(...linesBeforeFirstTerm(version, first, before));
}

function untaken({ lines, taken }: Membership, first: number, last: number): Line[] {
  return between(lines, first, last).filter(({ order }) => !taken.has(order));
}

function placeOwnLines(lines: readonly Line[], version: CompiledRules, { years }: Reckoning) {
  const own: Omit<PlacedLine, keyof Worth>[] = [];
  const foreign: Line[] = [];
  for (const line of lines) {
    const leaf = version.leaves.get(line.category);
    if (leaf === undefined) foreign.push(line);
    else own.push({ ...line, leaf, year: yearOf(line.day, years) });
  }
  return { own, foreign };
}

function yearOf(day: number, years: readonly Year[]): number {
  return years.findIndex(({ ends }) => day <= ends);
}

/** A line in a gap is shown with the terms on both of its sides. */
function linesInGaps(membership: Membership, index: number): Line[] {
  const { reckonings } = membership;
  const before = reckonings[index - 1]?.ends ?? Number.NEGATIVE_INFINITY;
  const after = reckonings[index + 1]?.starts ?? Number.POSITIVE_INFINITY;
  const starts = reckonings[index]?.starts ?? after;
  const ends = reckonings[index]?.ends ?? before;
  return [...untaken(membership, before + 1, starts - 1), ...untaken(membership, ends + 1, after - 1)];
}
