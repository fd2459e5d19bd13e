/** Step 4 of the engine: what one condition asks for in one term, and how much of it is there. */

import type { CompiledCondition, CompiledRules } from './compile-rules.ts';
import { addMonths } from './day.ts';
import type { AlternativeResult } from './evaluation.ts';
import type { PlacedLine } from './lines.ts';
import { type Before, type Count, countOf } from './measures.ts';
import type { PastLines } from './past-lines.ts';
import { fromHundredths } from './points.ts';
import type { Reckoning } from './reckoning.ts';
import type { ShareCaps } from './tally.ts';

/** What must reach the minimum by itself: the term, one whole year of it, or the window of months. */
interface Cell {
  count: Count;
  carriedOut: number;
}

/** The term that conditions are counted in. */
export interface Setting {
  version: CompiledRules;
  reckoning: Reckoning;
  past: readonly PastLines[];
  shares: ShareCaps;
}

/**
 * Only awards of its own categories and period are counted, so no award is displaced by one that the condition does
 * not concern.
 */
export class ConditionCount {
  readonly rules: CompiledCondition;
  #min: number;
  /** With the period `year`, by index of the year, null for a broken one; otherwise a single entry. */
  readonly #cells: readonly (Cell | null)[];
  /** With the period `months`, the first day of the window. An extension does not move it. */
  readonly #from: number;

  constructor(rules: CompiledCondition, min: number, setting: Setting) {
    const { version, reckoning, past, shares } = setting;
    const cell = (before: Before | null): Cell => ({
      count: countOf(rules, version.nodes, shares, before),
      carriedOut: 0,
    });
    this.rules = rules;
    this.#min = min;
    this.#from = Number.NEGATIVE_INFINITY;
    if (this.byYear) {
      this.#cells = reckoning.years.map(({ whole }) => (whole ? cell(null) : null));
    } else if (rules.period === 'months' && rules.months !== null) {
      const from = addMonths(reckoning.origin, reckoning.endMonths - rules.months);
      this.#from = from;
      this.#cells = [
        cell({
          points: (scope) => past.reduce((sum, lines) => sum + lines.countSince(from, scope, version), 0),
          lines: (scope) => past.flatMap((lines) => lines.linesSince(from, scope, version)),
        }),
      ];
    } else {
      this.#cells = [cell(null)];
    }
  }

  get byYear(): boolean {
    return this.rules.period === 'year';
  }

  get min(): number {
    return this.#min;
  }

  /** All that it asks for: the minimum of every whole year. */
  get asked(): number {
    return this.#cells.reduce((sum, cell) => sum + (cell ? this.#min : 0), 0);
  }

  get missing(): number {
    return this.#cells.reduce((sum, cell) => sum + (cell ? this.#missingOf(cell) : 0), 0);
  }

  /** The index of the first whole year that misses its minimum, or −1. */
  get firstMissedYear(): number {
    return this.#cells.findIndex((cell) => cell && this.#missingOf(cell) > 0);
  }

  raise(by: number): void {
    this.#min += by;
  }

  add(line: PlacedLine): void {
    this.#cellOf(line)?.count.add(line);
  }

  /**
   * Carried-in points belong to the first year. A window of months contains the original award in its own term, so
   * carried-in points are not added.
   */
  addCarried(leaf: number, points: number): void {
    if (this.rules.period === 'months' || !this.rules.scope.asks[leaf]) return;
    this.#cells[0]?.count.addCarried(leaf, points);
  }

  isLessenedBy(line: PlacedLine): boolean {
    const cell = this.#cellOf(line);
    if (!cell || this.#missingOf(cell) === 0) return false;
    return cell.count.gain(line) > 0;
  }

  /** How much of this line may leave with the condition still met. Counts hold nothing back. */
  surplusFor(line: Pick<PlacedLine, 'leaf' | 'year' | 'day'>): number {
    const { period, measure } = this.rules;
    const cell = period === 'months' || measure !== 'points' ? null : this.#cellOf(line);
    return cell ? cell.count.total - this.#min - cell.carriedOut : Number.POSITIVE_INFINITY;
  }

  carryOut(line: Pick<PlacedLine, 'leaf' | 'year' | 'day'>, points: number): void {
    const cell = this.#cellOf(line);
    if (cell) cell.carriedOut += points;
  }

  result(): AlternativeResult {
    const { code, name, measure } = this.rules;
    const haves = this.#cells.flatMap((cell) => (cell ? [cell.count.total] : []));
    const { missing } = this;
    return {
      code,
      name,
      min: this.#shown(this.#min),
      have: this.#shown(haves.length > 0 ? Math.min(...haves) : 0),
      missing: this.#shown(missing),
      met: missing === 0,
      ...(this.byYear && { by_year: haves.map((have) => this.#shown(have)) }),
      ...(measure !== 'points' && { measure }),
    };
  }

  #shown(value: number): number {
    return this.rules.measure === 'points' ? fromHundredths(value) : value;
  }

  #cellOf(line: Pick<PlacedLine, 'leaf' | 'year' | 'day'>): Cell | null {
    if (!this.rules.scope.asks[line.leaf] || line.day < this.#from) return null;
    return this.#cells[this.byYear ? line.year : 0] ?? null;
  }

  #missingOf({ count }: Cell): number {
    return Math.max(0, this.#min - count.total);
  }
}
