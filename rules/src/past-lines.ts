/** For the period `months`: what earlier terms, and the time before the first one, give to a window. */

import { asksInVersion, type CompiledRules } from './compile-rules.ts';
import { monthsUpTo } from './day.ts';
import type { Line, PlacedLine } from './lines.ts';
import type { Reckoning } from './reckoning.ts';
import { NO_SHARES, type ShareCaps, Tally } from './tally.ts';
import type { Scope } from './tree.ts';
import { WorthCounter } from './worth.ts';

/** The lines of one settled term, under the caps of its own version. */
export class PastLines {
  readonly #version: CompiledRules;
  readonly #lines: readonly PlacedLine[];
  readonly #shares: ShareCaps;
  /** Windows of later terms mostly hold the whole term: that is counted once per scope. */
  readonly #whole = new Map<Scope, number>();

  /** Lines by day. */
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
 * Awards before the first term are placed in the terms that would have been there: the same rules, counted back from
 * the first start or the anchor. Shares bind in real terms only.
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
