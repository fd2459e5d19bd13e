/** Step 6 of the engine: the points that a met term carries over to the next. */

import type { CompiledRules } from './compile-rules.ts';
import { addMonths } from './day.ts';
import type { Demand } from './demand.ts';
import type { Shares } from './give-out-room.ts';
import type { CarriedLine, PlacedLine } from './lines.ts';
import type { Reckoning } from './reckoning.ts';

/**
 * The newest own awards first, each at most what it counted, what the cap leaves and what no requirement needs.
 * Points that came in by carrying are no awards of this term, so nothing is ever carried twice.
 */
export function carryOver(
  { carryOver: rule }: CompiledRules,
  reckoning: Reckoning,
  lines: readonly PlacedLine[],
  { byLine }: Shares,
  demands: readonly Demand[],
): CarriedLine[] {
  if (!rule || demands.some(({ missing }) => missing > 0)) return [];
  const from = addMonths(reckoning.origin, reckoning.endMonths - rule.months);
  const carried: CarriedLine[] = [];
  let left = rule.max;
  for (const line of lines.toReversed()) {
    if (line.day < from || left === 0) break;
    if (!rule.takes[line.leaf]) continue;
    const spare = demands.map((demand) => demand.surplusFor(line));
    const points = Math.min(byLine.get(line)?.counted ?? 0, left, ...spare);
    if (points === 0) continue;
    for (const demand of demands) demand.carryOut(line, points);
    left -= points;
    carried.push({ category: line.category, points, order: line.order });
  }
  return carried;
}
