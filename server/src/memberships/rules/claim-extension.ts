/** Step 2 of the engine: which awards of the days after its end an extended term takes. */

import type { Demand } from './demand.ts';
import type { Line, PlacedLine } from './lines.ts';
import type { Year } from './reckoning.ts';

/**
 * Lines in order; each is taken only if it makes something missing smaller, and then counts at once. What lessens
 * nothing stays with the term that contains its day.
 */
export function claimExtension(
  lines: readonly Line[],
  leaves: ReadonlyMap<string, number>,
  years: readonly Year[],
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

/** The earliest whole year in which it lessens what a year lacks; otherwise the last year, if it helps there. */
function placeWhereNeeded(
  line: PlacedLine,
  years: readonly Year[],
  demands: readonly Demand[],
): PlacedLine | null {
  const yearly = demands.filter(({ byYear }) => byYear);
  for (const [year, { whole }] of years.entries()) {
    const placed = { ...line, year };
    if (whole && yearly.some((demand) => demand.isLessenedBy(placed))) return placed;
  }
  const last = { ...line, year: years.length - 1 };
  return demands.some((demand) => demand.isLessenedBy(last)) ? last : null;
}
