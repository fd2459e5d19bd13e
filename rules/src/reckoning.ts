/** Step 1 of the engine: the calendar of a term, that is, its months and years. */

import { isDayOfYear, originOf } from './anchor.ts';
import { addMonths, monthsUpTo, toDay } from './day.ts';
import type { Term } from './evaluation.ts';

/**
 * The calendar of a term in days. Its bounds are whole months from one `origin` (the first start of the chain, or the
 * anchor), so that a chain that began on the 29th of February or on a 31st returns to that date wherever it exists.
 */
export interface Reckoning {
  starts: number;
  ends: number;
  /** The last day on which awards may still go to this term. Equal to `ends` if the term is not extended. */
  extendedTo: number;
  /** Whether the term begins the day after the previous term ended. */
  follows: boolean;
  /** Whether the term is shorter than `term_months`, because it began between two boundaries of the anchor. */
  short: boolean;
  /**
   * Whether the term is longer than `term_months`, because the rules ask for a first term of at least so many months.
   */
  long: boolean;
  origin: number;
  /** The day after the term's end is `origin` plus this many months. */
  endMonths: number;
  years: readonly Year[];
}

export interface Year {
  starts: number;
  ends: number;
  /** Whether the year has twelve months. Yearly requirements do not apply to a shorter one. */
  whole: boolean;
}

export type TermDays = Pick<Term, 'starts_on' | 'ends_on' | 'extended_until' | 'rules' | 'anchor'>;

/** The terms of one membership, in order. */
export function reckonTerms(terms: readonly TermDays[]): Reckoning[] {
  const reckonings: Reckoning[] = [];
  terms.forEach((term, index) => {
    reckonings.push(reckonTerm(term, terms[index - 1], reckonings[index - 1]));
  });
  return reckonings;
}

function reckonTerm(term: TermDays, previous?: TermDays, before?: Reckoning): Reckoning {
  const starts = toDay(term.starts_on);
  const ends = toDay(term.ends_on);
  const extended = term.extended_until === null ? ends : toDay(term.extended_until);
  const follows = before !== undefined && before.ends + 1 === starts;
  const chained = follows && previous !== undefined && continues(previous, term, before);
  const grid = placeOnGrid(term, starts, ends, chained ? before : undefined);
  return {
    starts,
    ends,
    extendedTo: Math.max(ends, extended),
    follows,
    ...grid,
    years: yearsOf(term, starts, ends, grid),
  };
}

/** Whether the boundaries of a term continue those of the term before, with the same length and anchor. */
function continues(one: TermDays, other: TermDays, before: Grid): boolean {
  const { term_months: length, anchor } = one.rules;
  if (length !== other.rules.term_months || anchor !== other.rules.anchor) return false;
  return anchor === null ? !before.short : isDayOfYear(anchor);
}

type Grid = Pick<Reckoning, 'origin' | 'endMonths' | 'short' | 'long'>;

function placeOnGrid(term: TermDays, starts: number, ends: number, before?: Grid): Grid {
  const { term_months: length } = term.rules;
  const origin = before?.origin ?? originOf(term.rules, term.anchor, starts) ?? starts;
  const months = monthsUpTo(origin, ends + 1);
  // If the earlier terms of the chain were not given, the end of this term is the best origin available.
  const grid =
    addMonths(origin, months) === ends + 1
      ? { origin, endMonths: months }
      : { origin: ends + 1, endMonths: 0 };
  const usualStart = addMonths(grid.origin, grid.endMonths - length);
  return { ...grid, short: usualStart < starts, long: usualStart > starts };
}

function yearsOf(term: TermDays, starts: number, ends: number, grid: Grid): Year[] {
  if (!grid.short && !grid.long) return yearsFromStart(term, ends, grid);
  const years = yearsBackFromEnd(starts, ends, grid);
  const [front, first, ...others] = years;
  if (grid.short || !front || front.whole || !first) return years;
  // In a long term, the days before the first whole year are counted as part of that year.
  return [{ ...first, starts: front.starts }, ...others];
}

function yearsFromStart(term: TermDays, ends: number, { origin, endMonths }: Grid): Year[] {
  const years: Year[] = [];
  for (let month = endMonths - term.rules.term_months; month < endMonths; month += 12) {
    const whole = month + 12 <= endMonths;
    years.push({
      starts: addMonths(origin, month),
      ends: whole ? addMonths(origin, month + 12) - 1 : ends,
      whole,
    });
  }
  return years;
}

/** The years of a shorter or longer term, counted back from its end, so that a year that is not whole comes first. */
function yearsBackFromEnd(starts: number, ends: number, { origin, endMonths }: Grid): Year[] {
  const years: Year[] = [];
  let end = ends;
  for (let month = endMonths - 12; end >= starts; month -= 12) {
    const begin = addMonths(origin, month);
    years.unshift({ starts: Math.max(begin, starts), ends: end, whole: begin >= starts });
    end = begin - 1;
  }
  return years;
}
