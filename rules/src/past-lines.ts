/** For the period `months`: what earlier terms, and the time before the first one, give to a window. */

import { asksInVersion, type CompiledRequirement, type CompiledRules } from './compile-rules.ts';
import { monthsUpTo } from './day.ts';
import type { Line, PlacedLine } from './lines.ts';
import type { Reckoning } from './reckoning.ts';
import { Tally } from './tally.ts';

/** The lines of one settled term, under the caps of its own version. */
export class PastLines {
  readonly #version: CompiledRules;
  readonly #lines: readonly PlacedLine[];
  /** Windows of later terms mostly hold the whole term: that is counted once per requirement. */
  readonly #whole = new Map<CompiledRequirement, number>();

  /** Lines by day. */
  constructor(version: CompiledRules, lines: readonly PlacedLine[]) {
    this.#version = version;
    this.#lines = lines;
  }

  countSince(from: number, requirement: CompiledRequirement, asking: CompiledRules): number {
    const first = this.#lines[0];
    const last = this.#lines.at(-1);
    if (!first || !last || last.day < from) return 0;
    if (first.day < from) return this.#count(from, requirement, asking);
    const known = this.#whole.get(requirement);
    if (known !== undefined) return known;
    const count = this.#count(from, requirement, asking);
    this.#whole.set(requirement, count);
    return count;
  }

  #count(from: number, requirement: CompiledRequirement, asking: CompiledRules): number {
    const asks = asksInVersion(requirement, asking, this.#version);
    const tally = new Tally(this.#version.nodes);
    for (const { day, leaf, year, points } of this.#lines) {
      if (day >= from && asks[leaf]) tally.add(leaf, year, points);
    }
    return tally.total;
  }
}

/**
 * Awards before the first term are placed in the terms that would have been there: the same rules, counted back from
 * the first start or the anchor.
 */
export function linesBeforeFirstTerm(
  version: CompiledRules,
  first: Reckoning,
  lines: readonly Line[],
): PastLines[] {
  const length = version.rules.term_months;
  const terms = new Map<number, PlacedLine[]>();
  for (const line of lines) {
    const leaf = version.leaves.get(line.category);
    if (leaf === undefined) continue;
    const months = monthsUpTo(first.origin, line.day);
    const term = Math.floor(months / length);
    const placed = { ...line, leaf, year: Math.floor((months - term * length) / 12) };
    const others = terms.get(term);
    if (others) others.push(placed);
    else terms.set(term, [placed]);
  }
  return [...terms.values()].map((placed) => new PastLines(version, placed));
}
