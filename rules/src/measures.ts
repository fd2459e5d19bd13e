/** The three measures that a condition can use: points, awards, areas. */

import type { CompiledCondition } from './compile-rules.ts';
import type { PlacedLine } from './lines.ts';
import { type ShareCaps, Tally } from './tally.ts';
import type { Scope, TreeNode } from './tree.ts';

/** What earlier terms add to a window of months. */
export interface Before {
  points(scope: Scope): number;
  lines(scope: Scope): readonly PlacedLine[];
}

/** What a set of lines counts by one measure. All lines are of the condition's categories and period. */
export interface Count {
  readonly total: number;
  add(line: PlacedLine): void;
  /** Adds carried points. Only the measure `points` counts them. */
  addCarried(leaf: number, points: number): void;
  gain(line: PlacedLine): number;
}

export function countOf(
  condition: CompiledCondition,
  nodes: readonly TreeNode[],
  shares: ShareCaps,
  before: Before | null,
): Count {
  if (condition.measure === 'awards') return new AwardCount(condition, before);
  if (condition.measure === 'categories') return new AreaCount(condition, nodes, shares, before);
  return new PointCount(condition, nodes, shares, before);
}

class PointCount implements Count {
  readonly #before: number;
  readonly #tally: Tally;

  constructor(
    { scope }: CompiledCondition,
    nodes: readonly TreeNode[],
    shares: ShareCaps,
    before: Before | null,
  ) {
    this.#before = before?.points(scope) ?? 0;
    this.#tally = new Tally(nodes, shares);
  }

  get total(): number {
    return this.#before + this.#tally.total;
  }

  add({ leaf, year, worth }: PlacedLine): void {
    this.#tally.add(leaf, year, worth);
  }

  addCarried(leaf: number, points: number): void {
    this.#tally.addCarried(leaf, points);
  }

  gain({ leaf, year, worth }: PlacedLine): number {
    return this.#tally.gain(leaf, year, worth);
  }
}

/**
 * Counts awards by their ids, because two lines can belong to one award. Caps reduce points, never the number of
 * awards.
 */
class AwardCount implements Count {
  readonly #each: number;
  /** For each id, the points of its lines as awarded. */
  readonly #sums = new Map<string, number>();
  #total = 0;

  constructor({ each, scope }: CompiledCondition, before: Before | null) {
    this.#each = each;
    for (const line of before?.lines(scope) ?? []) this.add(line);
  }

  get total(): number {
    return this.#total;
  }

  add(line: PlacedLine): void {
    this.#total += this.gain(line);
    this.#sums.set(line.id, (this.#sums.get(line.id) ?? 0) + line.points);
  }

  addCarried(): void {
    // Carried points are not awards, so they add nothing.
  }

  gain({ id, points }: PlacedLine): number {
    const sum = this.#sums.get(id);
    const counted = sum !== undefined && sum >= this.#each;
    return !counted && (sum ?? 0) + points >= this.#each ? 1 : 0;
  }
}

/** Counts areas. Each area is counted only by its own lines. */
class AreaCount implements Count {
  readonly #least: number;
  readonly #areas: readonly { scope: Scope; before: number; tally: Tally }[];

  constructor(
    { each, areas }: CompiledCondition,
    nodes: readonly TreeNode[],
    shares: ShareCaps,
    before: Before | null,
  ) {
    // If the rules name no lower limit, an area needs more than zero points.
    this.#least = Math.max(each, 1);
    this.#areas = areas.map((scope) => ({
      scope,
      before: before?.points(scope) ?? 0,
      tally: new Tally(nodes, shares),
    }));
  }

  get total(): number {
    return this.#areas.filter(({ before, tally }) => before + tally.total >= this.#least).length;
  }

  add({ leaf, year, worth }: PlacedLine): void {
    for (const { scope, tally } of this.#areas) if (scope.asks[leaf]) tally.add(leaf, year, worth);
  }

  addCarried(): void {
    // Carried points are not counted towards areas.
  }

  gain({ leaf, year, worth }: PlacedLine): number {
    return this.#areas.filter(({ scope, before, tally }) => {
      const counted = before + tally.total;
      return (
        scope.asks[leaf] && counted < this.#least && counted + tally.gain(leaf, year, worth) >= this.#least
      );
    }).length;
  }
}
