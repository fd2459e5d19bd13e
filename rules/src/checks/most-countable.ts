/** The most that can ever count for a condition in an ordinary term, as limited by the caps. */

import {
  type CompiledCondition,
  type CompiledRequirement,
  type CompiledRules,
  compileRules,
} from '../compile-rules.ts';
import { MOST_POINTS, toHundredths } from '../points.ts';
import type { Rules } from '../rules.ts';
import { NO_SHARES, type ShareCaps, Tally } from '../tally.ts';
import { type Scope, scopeOf } from '../tree.ts';
import { WorthCounter } from '../worth.ts';

/**
 * The number of awards used where neither a cap nor a number of awards limits a category. That many of the largest
 * awards fill every cap.
 */
const MANY = 1_000;

/** The most points, in hundredths. */
export function mostPoints(rules: Rules, requirement: number, condition: CompiledCondition): number {
  const version = compileRules(rules);
  const asking = version.requirements[requirement];
  const shares = asking ? largestShares(version, asking) : NO_SHARES;
  return mostOf(condition, condition.scope, version, shares, true);
}

/** How many of the areas can count as many points as each of them needs. */
export function mostAreas(rules: Rules, requirement: number, condition: CompiledCondition): number {
  const version = compileRules(rules);
  const asking = version.requirements[requirement];
  const shares = asking ? largestShares(version, asking) : NO_SHARES;
  const least = Math.max(1, condition.each);
  return condition.areas.filter((scope) => mostOf(condition, scope, version, shares, false) >= least).length;
}

/** The most points, in hundredths, of awards that are counted as if they were in one term of one year. */
export function mostInOneYear(rules: Rules, { scope }: CompiledCondition): number {
  return fullYears(scope, compileRules(rules), NO_SHARES, 1, false);
}

function mostOf(
  { period, months }: CompiledCondition,
  scope: Scope,
  version: CompiledRules,
  shares: ShareCaps,
  carries: boolean,
): number {
  const length = version.rules.term_months;
  const years = Math.ceil(length / 12);
  if (period === 'year') return fullYears(scope, version, shares, 1, carries);
  if (period === 'term' || months === null) return fullYears(scope, version, shares, years, carries);
  // The window covers some whole terms, and the last years of the term before those. Carried points are not part of a
  // window.
  const rest = months % length;
  const touched = rest === 0 ? 0 : years - Math.floor((length - rest) / 12);
  const whole = Math.floor(months / length) * fullYears(scope, version, NO_SHARES, years, false);
  return whole + fullYears(scope, version, NO_SHARES, touched, false);
}

/** Counts the largest awards in every leaf and year, which fill every cap, and every minimum that has no cap. */
function fullYears(
  scope: Scope,
  version: CompiledRules,
  shares: ShareCaps,
  years: number,
  carries: boolean,
): number {
  const { nodes, leaves, carryOver } = version;
  const asked = [...leaves].filter(([, leaf]) => scope.asks[leaf]);
  const tally = new Tally(nodes, shares);
  for (const [, leaf] of asked) {
    for (let year = 0; year < years; year += 1) fillYear(tally, version, leaf, year);
  }
  const own = tally.total;
  if (!carries || !carryOver) return own;
  const arrives = new Set(
    [...leaves.values()].filter((leaf) => carryOver.takes[leaf]).map((leaf) => carryOver.arrivesAs[leaf]),
  );
  const most = Math.min(carryOver.max, toHundredths(MOST_POINTS) * MANY);
  for (const [code, leaf] of asked) if (arrives.has(code)) tally.addCarried(leaf, most);
  return Math.min(tally.total, own + most);
}

/**
 * Adds as many awards as the category counts. If the number of awards is not limited, adds enough to fill everything.
 */
function fillYear(tally: Tally, { nodes }: CompiledRules, leaf: number, year: number): void {
  const { worth } = new WorthCounter(nodes).of({ leaf, points: toHundredths(MOST_POINTS) });
  const awards = nodes[leaf]?.awardsPerYear ?? Number.POSITIVE_INFINITY;
  if (awards === Number.POSITIVE_INFINITY) tally.add(leaf, year, toHundredths(MOST_POINTS) * MANY);
  else for (let award = 0; award < awards; award += 1) tally.add(leaf, year, worth);
}

/**
 * The most points that each share lets count while this requirement applies. A share of requirements that may all be
 * inapplicable in a term sets no limit.
 */
function largestShares(version: CompiledRules, asking: CompiledRequirement): ShareCaps {
  const caps = new Map<number, number>();
  for (const node of version.shares) {
    const share = version.nodes[node]?.share;
    if (!share || share.of === 'counted') continue;
    const named = version.requirements.filter(({ rules }) => share.of.includes(rules.code));
    if (!named.some((one) => one === asking || isAlwaysAsked(one))) continue;
    const minima = named.flatMap(({ conditions }) => conditions.map(({ min }) => min));
    caps.set(node, Math.floor((Math.max(...minima) * share.percent) / 100));
  }
  for (const node of version.shares) {
    const share = version.nodes[node]?.share;
    if (share?.of !== 'counted') continue;
    const inside = scopeOf(version.nodes, [version.nodes[node]?.code ?? '']);
    const unit = version.nodes[node]?.unit;
    const asks = version.nodes.map((other, index) => other.unit === unit && !inside.asks[index]);
    const years = Math.ceil(version.rules.term_months / 12);
    const outside = fullYears({ named: null, asks }, version, new Map(caps), years, false);
    caps.set(node, Math.floor((share.percent * outside) / (100 - share.percent)));
  }
  return caps;
}

function isAlwaysAsked({ rules }: CompiledRequirement): boolean {
  const { from_term, to_term, every_terms = 1, tracks } = rules;
  return from_term === 1 && to_term === null && every_terms === 1 && tracks.length === 0;
}
