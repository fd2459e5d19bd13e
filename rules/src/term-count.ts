/** The requirements of one term, counted over the lines that the term has so far. */

import type { CompiledRules } from './compile-rules.ts';
import type { ConditionCount } from './condition.ts';
import { type Demand, demandsOf } from './demand.ts';
import type { Term } from './evaluation.ts';
import type { CarriedLine, PlacedLine } from './lines.ts';
import type { PastLines } from './past-lines.ts';
import type { Reckoning } from './reckoning.ts';
import { shareCapsOf } from './shares.ts';
import type { ShareCaps } from './tally.ts';
import { type Worth, WorthCounter } from './worth.ts';

interface Given {
  term: Term;
  reckoning: Reckoning;
  version: CompiledRules;
  past: readonly PastLines[];
  carriedIn: readonly CarriedLine[];
}

export class TermCount {
  readonly #given: Given;
  readonly #worth: WorthCounter;
  readonly #lines: PlacedLine[] = [];
  /**
   * Whether everything is counted again whenever a line is added. A share of what counts grows with every line outside
   * its category, so such rules cannot be counted line by line.
   */
  readonly #countsAnew: boolean;
  #demands: readonly Demand[];
  #shares: ShareCaps;
  /** Codes of the requirements that were unmet at the term's end. */
  #late: ReadonlySet<string> = new Set();

  constructor(given: Given, own: readonly Omit<PlacedLine, keyof Worth>[]) {
    const { nodes, shares } = given.version;
    this.#given = given;
    this.#worth = new WorthCounter(nodes);
    this.#countsAnew = shares.some((index) => nodes[index]?.share?.of === 'counted');
    this.#lines = own.map((line) => ({ ...line, ...this.#worth.take(line) }));
    this.#shares = this.#sharesOf(this.#lines);
    this.#demands = this.#judge(this.#lines, this.#shares);
  }

  get demands(): readonly Demand[] {
    return this.#demands;
  }

  get shares(): ShareCaps {
    return this.#shares;
  }

  /** The term's own lines in order, then those that an extension took. */
  get lines(): readonly PlacedLine[] {
    return this.#lines;
  }

  worthOf(line: { leaf: number; points: number }): Worth {
    return this.#worth.of(line);
  }

  /** Called if the term was extended: requirements that were unmet at its end may ask for more. */
  beLate(): void {
    const late = this.#demands.filter(({ isMet }) => !isMet);
    this.#late = new Set(late.map(({ rules }) => rules.code));
    for (const demand of late) demand.beLate();
  }

  take(line: PlacedLine): void {
    this.#worth.take(line);
    this.#lines.push(line);
    if (!this.#countsAnew) {
      for (const demand of this.#demands) demand.add(line);
      return;
    }
    this.#shares = this.#sharesOf(this.#lines);
    this.#demands = this.#judge(this.#lines, this.#shares);
  }

  /**
   * Whether this line would reduce what one of these conditions misses. Only conditions of requirements that are still
   * unmet are considered.
   */
  isLessenedBy(line: PlacedLine, wanted: (condition: ConditionCount) => boolean): boolean {
    if (!this.#countsAnew) {
      return this.#demands.some(({ unmet }) => unmet.some((one) => wanted(one) && one.isLessenedBy(line)));
    }
    const lines = [...this.#lines, line];
    const after = this.#judge(lines, this.#sharesOf(lines));
    return this.#demands.some(({ unmet }, index) =>
      unmet.some((one, at) => wanted(one) && (after[index]?.conditions[at]?.missing ?? 0) < one.missing),
    );
  }

  #sharesOf(lines: readonly PlacedLine[]): ShareCaps {
    const { version, term, reckoning, carriedIn } = this.#given;
    return shareCapsOf(version, term, reckoning, carriedIn, lines);
  }

  #judge(lines: readonly PlacedLine[], shares: ShareCaps): Demand[] {
    const { term, version, carriedIn } = this.#given;
    const demands = demandsOf(term, { ...this.#given, shares });
    for (const demand of demands) {
      if (this.#late.has(demand.rules.code)) demand.beLate();
      for (const { category, carried } of carriedIn) {
        const leaf = version.leaves.get(category);
        if (leaf !== undefined) demand.addCarried(leaf, carried);
      }
      for (const line of lines) demand.add(line);
    }
    return demands;
  }
}
