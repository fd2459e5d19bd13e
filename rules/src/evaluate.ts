/**
 * The rule engine: what counts, what is missing and what is carried in a term. A pure function of rules, awards and
 * days: no clock, no database, the same answer for every order in which awards were posted.
 */

import { checklistOf } from './checklist.ts';
import { printDay } from './day.ts';
import { isForTracks } from './demand.ts';
import type { AwardLine, AwardResult, CategoryCount, Evaluation, Term } from './evaluation.ts';
import { fromHundredths } from './points.ts';
import { reinstatementOf } from './reinstatement.ts';
import { type SettledTerm, settleTerms } from './settle-terms.ts';

/**
 * Evaluates one term. `terms` must contain all terms of the membership up to this one, because carried points and
 * windows of months reach across terms. `awards` are the approved, unrevoked lines as of `asOf`. With `reinstateOn`,
 * the result also says whether the term, if it has lapsed by that day, may be renewed from that day.
 */
export function evaluate(
  terms: readonly Term[],
  awards: readonly AwardLine[],
  number: number,
  asOf: string,
  reinstateOn?: string,
): Evaluation {
  const settled = settleTerms(terms, awards, number).at(-1);
  if (settled?.term.number !== number) throw new RangeError(`the membership has no term ${number}`);
  const evaluation = report(settled, asOf);
  const reinstatement =
    reinstateOn === undefined
      ? undefined
      : reinstatementOf(settled.term, evaluation.met, awards, reinstateOn);
  return reinstatement ? { ...evaluation, reinstatement } : evaluation;
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
  const { term, reckoning, demands, shown, version } = settled;
  const isOfProgram = (category: string) => {
    const leaf = version.leaves.get(category);
    return leaf === undefined || version.nodes[leaf]?.unit === null;
  };
  const own = settled.lines.filter(({ category }) => isOfProgram(category));
  const carriedIn = settled.carriedIn.filter(({ category }) => isOfProgram(category));
  const requirements = demands.map((demand) => demand.result());
  return {
    as_of: asOf,
    program_version: term.program_version,
    term: term.number,
    starts_on: term.starts_on,
    ends_on: term.ends_on,
    extended_until: term.extended_until,
    met: requirements.every(({ met }) => met),
    counted: fromHundredths(shown.counted),
    earned: fromHundredths(sum(own.map(({ points }) => points))),
    carried_in: fromHundredths(sum(carriedIn.map(({ carried }) => carried))),
    carries_out: fromHundredths(sum(settled.carriesOut.map(({ carried }) => carried))),
    missing_points: fromHundredths(Math.max(0, ...demands.map(({ missingPoints }) => missingPoints))),
    by_category: categoriesOf(settled),
    by_year: reckoning.years.map(({ starts, ends }, year) => ({
      starts_on: printDay(starts),
      ends_on: printDay(ends),
      counted: fromHundredths(shown.byYear[year] ?? 0),
    })),
    requirements,
    awards: awardsOf(settled),
    ...secondEditionOf(settled),
  };
}

/** The fields of the result that exist only with rules of the second edition. */
function secondEditionOf(
  settled: SettledTerm,
): Pick<Evaluation, 'carried' | 'by_unit' | 'shares' | 'checklist' | 'lost_on'> {
  const { term, reckoning, demands, shown, shares, version } = settled;
  const checklist = checklistOf(term, reckoning);
  const keeping = demands.filter(({ rules }) => rules.keeps_standing);
  const keeps =
    keeping.length > 0 ||
    term.checklist?.items.some((item) => item.keeps_standing && isForTracks(item, term));
  const lost = [...keeping.map(({ lostOn }) => lostOn), ...checklist.map(({ lost_on }) => lost_on)];
  const units = unitsOf(settled);
  return {
    ...(shown.carried.length > 0 && {
      carried: shown.carried.map(({ line, counted }) => ({
        id: line.id,
        from_term: line.fromTerm,
        category: line.category,
        points: fromHundredths(line.carried),
        counted: fromHundredths(counted),
      })),
    }),
    ...(units && { by_unit: units }),
    ...(shares.size > 0 && {
      shares: Object.fromEntries(
        [...shares].map(([node, cap]) => [version.nodes[node]?.code ?? '', fromHundredths(cap)]),
      ),
    }),
    ...(checklist.length > 0 && { checklist }),
    ...(keeps && { lost_on: lost.filter((day) => day !== null).sort()[0] ?? null }),
  };
}

function unitsOf({ version, shown }: SettledTerm): Record<string, number> | undefined {
  const counts = new Map<string, number>();
  version.nodes.forEach(({ unit }, index) => {
    if (unit !== null) counts.set(unit, (counts.get(unit) ?? 0) + (shown.byLeaf.get(index) ?? 0));
  });
  if (counts.size === 0) return undefined;
  return Object.fromEntries([...counts].map(([unit, counted]) => [unit, fromHundredths(counted)]));
}

function categoriesOf({ version, lines, shown }: SettledTerm): CategoryCount[] {
  const earned = new Map<number, number>();
  for (const { leaf, points } of lines) earned.set(leaf, (earned.get(leaf) ?? 0) + points);
  return version.rules.categories.flatMap(({ code, max_points }, index) => {
    const counted = shown.byLeaf.get(index);
    if (counted === undefined) return [];
    return [
      { code, earned: fromHundredths(earned.get(index) ?? 0), counted: fromHundredths(counted), max_points },
    ];
  });
}

function awardsOf({ lines, foreign, outside, shown }: SettledTerm): AwardResult[] {
  const results: { order: number; result: AwardResult }[] = [];
  for (const line of lines) {
    const { id, category, order } = line;
    const { counted, because } = shown.byLine.get(line) ?? { counted: 0, because: null };
    results.push({ order, result: { id, category, counted: fromHundredths(counted), because } });
  }
  for (const { id, category, order } of foreign)
    results.push({ order, result: { id, category, counted: 0, because: 'not_in_version' } });
  for (const { id, category, order } of outside)
    results.push({ order, result: { id, category, counted: 0, because: 'outside_terms' } });
  return results.sort((a, b) => a.order - b.order).map(({ result }) => result);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
