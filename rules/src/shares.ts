/**
 * Calculates for each term the most points that a category with a share may count: a part of a minimum, or of what
 * counts outside it.
 */

import type { CompiledRules } from './compile-rules.ts';
import { applies, proratedMinimum } from './demand.ts';
import type { Term } from './evaluation.ts';
import type { CarriedLine, PlacedLine } from './lines.ts';
import type { Reckoning } from './reckoning.ts';
import { NO_SHARES, type ShareCaps, Tally } from './tally.ts';

export function shareCapsOf(
  version: CompiledRules,
  term: Term,
  reckoning: Reckoning,
  carried: readonly CarriedLine[],
  lines: readonly PlacedLine[],
): ShareCaps {
  if (version.shares.length === 0) return NO_SHARES;
  const caps = new Map<number, number>();
  for (const index of version.shares) {
    const share = version.nodes[index]?.share;
    if (!share || share.of === 'counted') continue;
    const minimum = largestMinimum(version, term, reckoning, share.of);
    if (minimum !== undefined) caps.set(index, Math.floor((minimum * share.percent) / 100));
  }
  // Points outside the category are limited by the shares of requirements too, so those shares were calculated first.
  const ofCounted = version.shares.filter((index) => version.nodes[index]?.share?.of === 'counted');
  const outsides = ofCounted.map((index) => countOutside(version, index, caps, carried, lines));
  ofCounted.forEach((index, at) => {
    const percent = version.nodes[index]?.share?.percent ?? 0;
    caps.set(index, Math.floor((percent * (outsides[at] ?? 0)) / (100 - percent)));
  });
  return caps;
}

/**
 * The largest minimum of the named requirements: reduced for a short term, without waivers and without additions for
 * lateness. Undefined if none of them applies.
 */
function largestMinimum(
  version: CompiledRules,
  term: Term,
  reckoning: Reckoning,
  codes: readonly string[],
): number | undefined {
  const minima = version.requirements
    .filter(({ rules }) => codes.includes(rules.code) && applies(rules, term))
    .flatMap(({ conditions }) => conditions.map((one) => proratedMinimum(one, term, reckoning)));
  return minima.length === 0 ? undefined : Math.max(...minima);
}

function countOutside(
  { nodes, leaves }: CompiledRules,
  share: number,
  caps: ShareCaps,
  carried: readonly CarriedLine[],
  lines: readonly PlacedLine[],
): number {
  const isOutside = (leaf: number) => nodes[leaf]?.unit === nodes[share]?.unit && !isUnder(leaf);
  const isUnder = (leaf: number) => {
    let at = leaf;
    while (at >= 0 && at !== share) at = nodes[at]?.parent ?? -1;
    return at === share;
  };
  const tally = new Tally(nodes, caps);
  for (const { category, carried: points } of carried) {
    const leaf = leaves.get(category);
    if (leaf !== undefined && isOutside(leaf)) tally.addCarried(leaf, points);
  }
  for (const { leaf, year, worth } of lines) if (isOutside(leaf)) tally.add(leaf, year, worth);
  return tally.total;
}
