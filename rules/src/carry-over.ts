/** Step 6 of the engine: the points that a met term carries over to the next. */

import type { CompiledCarryOver } from './compile-carry-over.ts';
import type { CompiledRules } from './compile-rules.ts';
import { addMonths } from './day.ts';
import type { Demand } from './demand.ts';
import type { Shown } from './give-out-room.ts';
import type { CarriedLine, Line, PlacedLine } from './lines.ts';
import type { Reckoning } from './reckoning.ts';

/** Points that may be carried over, from one of the term's own lines or from a line that was carried into it. */
interface Candidate {
  line: Line;
  leaf: number;
  year: number;
  day: number;
  counted: number;
  fromTerm: number;
  times: number;
}

/**
 * Carries over the newest of the term's own awards first and then the points that were carried in, so that old points
 * are used before new ones. Each line carries at most what it counted, what the limits leave, and what no requirement
 * needs.
 */
export function carryOver(
  version: CompiledRules,
  term: { number: number; reckoning: Reckoning },
  lines: readonly PlacedLine[],
  shown: Shown,
  demands: readonly Demand[],
): CarriedLine[] {
  const { carryOver: rule, leaves } = version;
  if (!rule || demands.some(({ isMet }) => !isMet)) return [];
  const gone: CarriedLine[] = [];
  const limits = [...rule.limits];
  let left = rule.max;
  for (const one of candidates(rule, leaves, term, lines, shown)) {
    const bound = rule.limitsOf[one.leaf] ?? [];
    const spare = demands.map((demand) => demand.surplusFor(one));
    const points = Math.min(one.counted, left, ...bound.map((limit) => limits[limit] ?? 0), ...spare);
    if (points === 0) continue;
    for (const demand of demands) demand.carryOut(one, points);
    for (const limit of bound) limits[limit] = (limits[limit] ?? 0) - points;
    left -= points;
    const category = rule.arrivesAs[one.leaf] ?? one.line.category;
    const { fromTerm, times } = one;
    gone.push({ ...baseOf(one.line), category, carried: points, fromTerm, times: times + 1 });
  }
  return gone;
}

function candidates(
  rule: CompiledCarryOver,
  leaves: ReadonlyMap<string, number>,
  { number, reckoning }: { number: number; reckoning: Reckoning },
  lines: readonly PlacedLine[],
  { byLine, carried }: Shown,
): Candidate[] {
  const { origin, endMonths, starts } = reckoning;
  const from = rule.months === null ? starts : addMonths(origin, endMonths - rule.months);
  const own = lines.toReversed().flatMap((line): Candidate[] => {
    const { leaf, year, day } = line;
    const counted = byLine.get(line)?.counted ?? 0;
    return day < from ? [] : [{ line, leaf, year, day, counted, fromTerm: number, times: 0 }];
  });
  const before = carried.toReversed().flatMap(({ line, counted }): Candidate[] => {
    const leaf = leaves.get(line.category);
    if (leaf === undefined || line.times >= rule.terms) return [];
    const { day, fromTerm, times } = line;
    return [{ line, leaf, year: 0, day, counted, fromTerm, times }];
  });
  return [...own, ...before].filter(({ leaf }) => rule.takes[leaf]);
}

function baseOf({ id, category, day, points, order }: Line): Line {
  return { id, category, day, points, order };
}
