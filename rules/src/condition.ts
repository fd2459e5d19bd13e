/** Step 4 of the engine: how much one condition requires in one term, and how much of that the term has. */

import type { CompiledCondition, CompiledRules } from './compile-rules.ts';
import { addMonths } from './day.ts';
import type { AlternativeResult } from './evaluation.ts';
import type { PlacedLine } from './lines.ts';
import { type Before, type Count, countOf } from './measures.ts';
import type { PastLines } from './past-lines.ts';
import { fromHundredths } from './points.ts';
import type { Reckoning } from './reckoning.ts';
import type { ShareCaps } from './tally.ts';

/**
 * A part of the term that must reach the minimum by itself: the whole term, one whole year of it, or the window of
 * months.
 */
interface Cell {
  count: Count;
  carriedOut: number;
}

/**
 * The term in which conditions are counted: its rules, its calendar, the lines of earlier terms, and the most that each
 * share lets count.
 */
export interface Setting {
  version: CompiledRules;
  reckoning: Reckoning;
  past: readonly PastLines[];
  shares: ShareCaps;
}

/**
 * Counts one condition. Only awards of the condition's own categories and period are added, so that caps are not used
 * up by awards that do not concern it.
 */
export class ConditionCount {
  readonly rules: CompiledCondition;
  #min: number;
  /**
   * With the period `year`, one entry for each year, and null for a year that is not whole. With any other period, a
   * single entry.
   */
  readonly #cells: readonly (Cell | null)[];
  /** With the period `months`, the first day of the window. An extension of the term does not move that day. */
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

  /** Everything that the condition asks for; with the period `year`, the sum of the minima of all whole years. */
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
   * Adds carried-in points, which count in the first year. They are not added to a window of months, because the window
   * counts the original award in the term where it was made.
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

  /**
   * How much of this line may be carried over so that the condition is still met. A condition that counts awards or
   * areas holds nothing back.
   */
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
