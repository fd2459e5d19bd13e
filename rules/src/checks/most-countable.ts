/** The most that can ever count for a requirement in an ordinary term, by the caps alone. */

import { type CompiledRequirement, type CompiledRules, compileRules } from '../compile-rules.ts';
import { fromHundredths, MOST_POINTS, toHundredths } from '../points.ts';
import type { Rules } from '../rules.ts';
import { Tally } from '../tally.ts';

export function mostCountable(rules: Rules, index: number): number {
  const version = compileRules(rules);
  const requirement = version.requirements[index];
  if (!requirement) throw new RangeError(`there is no requirement ${index}`);
  return fromHundredths(mostOf(requirement, version));
}

function mostOf(requirement: CompiledRequirement, version: CompiledRules): number {
  const length = version.rules.term_months;
  const years = Math.ceil(length / 12);
  const { period, months } = requirement.rules;
  if (period === 'year') return fullYears(requirement, version, 1, true);
  if (period === 'term' || months === null) return fullYears(requirement, version, years, true);
  // Whole terms, and the years of the oldest one that the window still touches. Carried points are not in it.
  const rest = months % length;
  const touched = rest === 0 ? 0 : years - Math.floor((length - rest) / 12);
  const whole = Math.floor(months / length) * fullYears(requirement, version, years, false);
  return whole + fullYears(requirement, version, touched, false);
}

/** One award of the maximum in every leaf and year fills every cap, and every minimum that has no cap. */
function fullYears(
  requirement: CompiledRequirement,
  { nodes, leaves, carryOver }: CompiledRules,
  years: number,
  carries: boolean,
): number {
  const asked = [...leaves.values()].filter((leaf) => requirement.asks[leaf]);
  const tally = new Tally(nodes);
  for (const leaf of asked) {
    for (let year = 0; year < years; year += 1) tally.add(leaf, year, toHundredths(MOST_POINTS));
  }
  const own = tally.total;
  if (!carries || !carryOver) return own;
  for (const leaf of asked) if (carryOver.takes[leaf]) tally.addCarried(leaf, carryOver.max);
  return Math.min(tally.total, own + carryOver.max);
}
