/**
 * The rule engine: what counts, what is missing and what is carried in a term. A pure function of rules, awards and
 * days: no clock, no database, the same answer for every order in which awards were posted.
 */

import { printDay } from './day.ts';
import type { AwardLine, AwardResult, CategoryCount, Evaluation, Term } from './evaluation.ts';
import type { CarriedLine } from './lines.ts';
import { fromHundredths } from './points.ts';
import { type SettledTerm, settleTerms } from './settle-terms.ts';

/**
 * One term. `terms` are all terms of the membership up to this one at least, since points and windows reach across
 * them; `awards` the approved, unrevoked lines as of `asOf`.
 */
export function evaluate(
  terms: readonly Term[],
  awards: readonly AwardLine[],
  number: number,
  asOf: string,
): Evaluation {
  const settled = settleTerms(terms, awards, number).at(-1);
  if (settled?.term.number !== number) throw new RangeError(`the membership has no term ${number}`);
  return report(settled, asOf);
}

/** All terms in one pass, in the order of their numbers. */
export function evaluateAll(
  terms: readonly Term[],
  awards: readonly AwardLine[],
  asOf: string,
): Evaluation[] {
  return settleTerms(terms, awards).map((settled) => report(settled, asOf));
}

function report(settled: SettledTerm, asOf: string): Evaluation {
  const { term, reckoning, demands, shares, lines } = settled;
  const requirements = demands.map((demand) => demand.result());
  return {
    as_of: asOf,
    program_version: term.program_version,
    term: term.number,
    starts_on: term.starts_on,
    ends_on: term.ends_on,
    extended_until: term.extended_until,
    met: requirements.every(({ met }) => met),
    counted: fromHundredths(shares.counted),
    earned: fromHundredths(sum(lines)),
    carried_in: fromHundredths(sum(settled.carriedIn)),
    carries_out: fromHundredths(sum(settled.carriesOut)),
    missing_points: Math.max(0, ...requirements.map(({ missing }) => missing)),
    by_category: categoriesOf(settled),
    by_year: reckoning.years.map(({ starts, ends }, year) => ({
      starts_on: printDay(starts),
      ends_on: printDay(ends),
      counted: fromHundredths(shares.byYear[year] ?? 0),
    })),
    requirements,
    awards: awardsOf(settled),
  };
}

function categoriesOf({ version, lines, shares }: SettledTerm): CategoryCount[] {
  const earned = new Map<number, number>();
  for (const { leaf, points } of lines) earned.set(leaf, (earned.get(leaf) ?? 0) + points);
  return version.rules.categories.flatMap(({ code, max_points }, index) => {
    const counted = shares.byLeaf.get(index);
    if (counted === undefined) return [];
    return [
      { code, earned: fromHundredths(earned.get(index) ?? 0), counted: fromHundredths(counted), max_points },
    ];
  });
}

function awardsOf({ lines, foreign, outside, shares }: SettledTerm): AwardResult[] {
  const results: { order: number; result: AwardResult }[] = [];
  for (const line of lines) {
    const { counted, because } = shares.byLine.get(line) ?? { counted: 0, because: null };
    results.push({ order: line.order, result: { id: line.id, counted: fromHundredths(counted), because } });
  }
  for (const { id, order } of foreign)
    results.push({ order, result: { id, counted: 0, because: 'not_in_version' } });
  for (const { id, order } of outside)
    results.push({ order, result: { id, counted: 0, because: 'outside_terms' } });
  return results.sort((a, b) => a.order - b.order).map(({ result }) => result);
}

function sum(lines: readonly Pick<CarriedLine, 'points'>[]): number {
  return lines.reduce((total, { points }) => total + points, 0);
}
