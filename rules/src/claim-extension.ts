/** Step 2 of the engine: decides which awards an extended term takes from the days after its end. */

import type { CompiledRules } from './compile-rules.ts';
import type { ConditionCount } from './condition.ts';
import type { Line, PlacedLine } from './lines.ts';
import type { Year } from './reckoning.ts';
import type { TermCount } from './term-count.ts';

/**
 * Goes through the lines in order. A line is taken only if it reduces the shortfall of a requirement that is still
 * unmet, and then it counts at once. Every other line stays with the term that contains its day.
 */
export function claimExtension(
  lines: readonly Line[],
  version: CompiledRules,
  years: readonly Year[],
  count: TermCount,
): PlacedLine[] {
  const claimed: PlacedLine[] = [];
  for (const line of lines) {
    if (count.demands.every(({ isMet }) => isMet)) break;
    const leaf = version.leaves.get(line.category);
    if (leaf === undefined) continue;
    const candidate = { ...line, leaf, year: 0, ...count.worthOf({ ...line, leaf }) };
    const placed = placeWhereNeeded(candidate, years, count);
    if (!placed) continue;
    count.take(placed);
    claimed.push(placed);
  }
  return claimed;
}

/**
 * Places the line in the earliest whole year whose shortfall it reduces, otherwise in the last year if it helps there.
 * A year that is not whole has no shortfall.
 */
function placeWhereNeeded(line: PlacedLine, years: readonly Year[], count: TermCount): PlacedLine | null {
  const byYear = ({ byYear }: ConditionCount) => byYear;
  const hasYearly = count.demands.some(({ unmet }) => unmet.some(byYear));
  for (const [year, { whole }] of years.entries()) {
    const placed = { ...line, year };
    if (hasYearly && whole && count.isLessenedBy(placed, byYear)) return placed;
  }
  const last = { ...line, year: years.length - 1 };
  return count.isLessenedBy(last, () => true) ? last : null;
}
