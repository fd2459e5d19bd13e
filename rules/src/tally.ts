/** Step 3 of the engine: what a set of points counts under the caps. */

import type { TreeNode } from './tree.ts';

/** By index of the node: the most points that its share lets count in this term. */
export type ShareCaps = ReadonlyMap<number, number>;

export const NO_SHARES: ShareCaps = new Map();

/**
 * Counts points under the tree of caps, one line at a time. Each node keeps the sum of what its children count, so a
 * new line only changes the sums on its own path. Yearly caps always lie below the caps of the term, so on each path
 * the years are counted first, and the total is the same in whatever order the lines come.
 */
export class Tally {
  readonly #nodes: readonly TreeNode[];
  readonly #shares: ShareCaps;
  readonly #sums: Float64Array;
  /** Sums by year and node, for nodes with a yearly cap. */
  readonly #yearSums = new Map<number, number>();
  /** For leaves that count only their largest awards: the points of these awards by year and leaf, smallest first. */
  readonly #kept = new Map<number, number[]>();
  #total = 0;

  constructor(nodes: readonly TreeNode[], shares: ShareCaps) {
    this.#nodes = nodes;
    this.#shares = shares;
    this.#sums = new Float64Array(nodes.length);
  }

  get total(): number {
    return this.#total;
  }

  add(leaf: number, year: number, worth: number): void {
    this.#total += this.#climb(leaf, year, this.#keep(leaf, year, worth, true), true);
  }

  /** How much the total would grow if this line were added. */
  gain(leaf: number, year: number, worth: number): number {
    return this.#climb(leaf, year, this.#keep(leaf, year, worth, false), false);
  }

  /**
   * Adds carried-in points. They were already limited by the yearly caps of the term in which they were earned, so no
   * yearly cap applies here.
   */
  addCarried(leaf: number, points: number): void {
    this.#total += this.#climb(leaf, null, points, true);
  }

  /** How much the sum of the k largest awards of a leaf and year grows with this one. */
  #keep(leaf: number, year: number, worth: number, write: boolean): number {
    const most = this.#nodes[leaf]?.awardsPerYear ?? Number.POSITIVE_INFINITY;
    if (most === Number.POSITIVE_INFINITY) return worth;
    const key = year * this.#nodes.length + leaf;
    const kept = this.#kept.get(key) ?? [];
    const isFull = kept.length >= most;
    const grown = isFull ? Math.max(0, worth - (kept[0] ?? 0)) : worth;
    if (!write || grown === 0) return grown;
    if (isFull) kept.shift();
    kept.splice(placeOf(kept, worth), 0, worth);
    this.#kept.set(key, kept);
    return grown;
  }

  #climb(leaf: number, year: number | null, growth: number, write: boolean): number {
    let grown = growth;
    for (let at = leaf; at >= 0 && grown > 0; ) {
      const node = this.#nodes[at];
      if (!node) return 0;
      if (year !== null && node.yearCap !== Number.POSITIVE_INFINITY) {
        grown = this.#underYearCap(year * this.#nodes.length + at, node.yearCap, grown, write);
      }
      const before = this.#sums[at] ?? 0;
      if (write) this.#sums[at] = before + grown;
      const cap = this.#shares.size === 0 ? node.cap : Math.min(node.cap, this.#shares.get(at) ?? node.cap);
      grown = Math.min(before + grown, cap) - Math.min(before, cap);
      at = node.parent;
    }
    return grown;
  }

  #underYearCap(key: number, cap: number, growth: number, write: boolean): number {
    const before = this.#yearSums.get(key) ?? 0;
    if (write) this.#yearSums.set(key, before + growth);
    return Math.min(before + growth, cap) - Math.min(before, cap);
  }
}

/** The index at which the value can be inserted so that the order stays ascending. */
function placeOf(ascending: readonly number[], value: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
