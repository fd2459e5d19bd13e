/** Step 2 of the engine: which awards after its end an extended term takes. */

import type { Demand } from './demand.ts';
import type { Line, PlacedLine } from './lines.ts';

/**
 * Lines in order; each is taken only if it reduces a shortfall, and then counts at once. Lines that reduce nothing stay
 * with the term that contains their day.
 */
export function claimExtension(
  lines: readonly Line[],
  leaves: ReadonlyMap<string, number>,
  years: number,
  demands: readonly Demand[],
): PlacedLine[] {
  const claimed: PlacedLine[] = [];
  for (const line of lines) {
    if (demands.every(({ missing }) => missing === 0)) break;
    const leaf = leaves.get(line.category);
    const placed = leaf === undefined ? null : placeWhereNeeded({ ...line, leaf, year: 0 }, years, demands);
    if (!placed) continue;
    for (const demand of demands) demand.add(placed);
    claimed.push(placed);
  }
  return claimed;
}

/**
 * The earliest year whose shortfall it reduces (a broken year has none); otherwise the last year, if it helps there.
 */
function placeWhereNeeded(line: PlacedLine, years: number, demands: readonly Demand[]): PlacedLine | null {
  const yearly = demands.filter(({ byYear }) => byYear);
  for (let year = 0; yearly.length > 0 && year < years; year += 1) {
    const placed = { ...line, year };
    if (yearly.some((demand) => demand.isLessenedBy(placed))) return placed;
  }
  const last = { ...line, year: years - 1 };
  return demands.some((demand) => demand.isLessenedBy(last)) ? last : null;
}
