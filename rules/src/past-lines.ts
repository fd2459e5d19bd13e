/** For the period `months`: the points of earlier terms, and of the time before the first, that fall into a window of months. */

import { asksInVersion, type CompiledRules } from './compile-rules.ts';
import { monthsUpTo } from './day.ts';
import type { Line, PlacedLine } from './lines.ts';
import type { Reckoning } from './reckoning.ts';
import { NO_SHARES, type ShareCaps, Tally } from './tally.ts';
import type { Scope } from './tree.ts';
import { WorthCounter } from './worth.ts';

/** The lines of one term that has already been computed, counted under the caps of that term's own rules. */
export class PastLines {
  readonly #version: CompiledRules;
  readonly #lines: readonly PlacedLine[];
  readonly #shares: ShareCaps;
  /**
   * The count of the whole term by scope. It is remembered because windows of later terms usually contain the whole
   * term.
   */
  readonly #whole = new Map<Scope, number>();

  /** `lines` must be sorted by day. */
  constructor(version: CompiledRules, lines: readonly PlacedLine[], shares: ShareCaps) {
    this.#version = version;
    this.#lines = lines;
    this.#shares = shares;
  }

  countSince(from: number, scope: Scope, asking: CompiledRules): number {
    const first = this.#lines[0];
    const last = this.#lines.at(-1);
    if (!first || !last || last.day < from) return 0;
    if (first.day < from) return this.#count(from, scope, asking);
    const known = this.#whole.get(scope);
    if (known !== undefined) return known;
    const count = this.#count(from, scope, asking);
    this.#whole.set(scope, count);
    return count;
  }

  linesSince(from: number, scope: Scope, asking: CompiledRules): PlacedLine[] {
    const asks = asksInVersion(scope, asking, this.#version);
    return this.#lines.filter(({ day, leaf }) => day >= from && asks[leaf]);
  }

  #count(from: number, scope: Scope, asking: CompiledRules): number {
    const tally = new Tally(this.#version.nodes, this.#shares);
    for (const { leaf, year, worth } of this.linesSince(from, scope, asking)) tally.add(leaf, year, worth);
    return tally.total;
  }
}

/**
 * Places awards from before the first term in imaginary earlier terms, which have the same rules and are counted back
 * from the first start or the anchor. Shares apply in real terms only.
 */
export function linesBeforeFirstTerm(
  version: CompiledRules,
  first: Reckoning,
  lines: readonly Line[],
): PastLines[] {
  const length = version.rules.term_months;
  const terms = new Map<number, { worth: WorthCounter; lines: PlacedLine[] }>();
  for (const line of lines) {
    const leaf = version.leaves.get(line.category);
    if (leaf === undefined) continue;
    const months = monthsUpTo(first.origin, line.day);
    const number = Math.floor(months / length);
    const term = terms.get(number) ?? { worth: new WorthCounter(version.nodes), lines: [] };
    terms.set(number, term);
    const year = Math.floor((months - number * length) / 12);
    term.lines.push({ ...line, leaf, year, ...term.worth.take({ ...line, leaf }) });
  }
  return [...terms.values()].map((term) => new PastLines(version, term.lines, NO_SHARES));
}
