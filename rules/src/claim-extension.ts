/** Step 2 of the engine: which awards after its end an extended term takes. */

import type { CompiledRules } from './compile-rules.ts';
import type { ConditionCount } from './condition.ts';
import type { Line, PlacedLine } from './lines.ts';
import type { Year } from './reckoning.ts';
import type { TermCount } from './term-count.ts';

/**
 * Lines in order; each is taken only if it lessens a condition of a requirement that is still unmet, and then counts at
 * once. Lines that lessen nothing stay with the term that contains their day.
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
 * The earliest year whose shortfall it reduces (a broken year has none); otherwise the last year, if it helps there.
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
