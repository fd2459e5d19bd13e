/** Step 3 of the engine: what a set of points counts under the caps. */

import type { TreeNode } from './compile-rules.ts';

/**
 * Points under the tree of caps, one line at a time. Each node keeps the sum of what its children count, so a new
 * line climbs one path instead of counting everything again. The total is the same in whatever order lines come.
 */
export class Tally {
  readonly #nodes: readonly TreeNode[];
  readonly #sums: Float64Array;
  /** By leaf and year. */
  readonly #years = new Map<number, YearOfLeaf>();
  #total = 0;

  constructor(nodes: readonly TreeNode[]) {
    this.#nodes = nodes;
    this.#sums = new Float64Array(nodes.length);
  }

  get total(): number {
    return this.#total;
  }

  add(leaf: number, year: number, points: number): void {
    const node = this.#nodes[leaf];
    if (!node) return;
    const ofYear = this.#yearOf(leaf, year, node);
    const grown = ofYear.gain(points);
    ofYear.add(points);
    this.#total += this.#climb(leaf, grown, true);
  }

  /** By how much the total would grow with this line. */
  gain(leaf: number, year: number, points: number): number {
    const node = this.#nodes[leaf];
    return node ? this.#climb(leaf, this.#yearOf(leaf, year, node).gain(points), false) : 0;
  }

  /** Carried-in points passed the yearly caps of the term they were earned in, and pass none again. */
  addCarried(leaf: number, points: number): void {
    this.#total += this.#climb(leaf, points, true);
  }

  #yearOf(leaf: number, year: number, node: TreeNode): YearOfLeaf {
    const key = year * this.#nodes.length + leaf;
    const known = this.#years.get(key);
    if (known) return known;
    const made = new YearOfLeaf(node);
    this.#years.set(key, made);
    return made;
  }

  #climb(leaf: number, growth: number, write: boolean): number {
    let grown = growth;
    for (let at = leaf; at >= 0 && grown > 0; ) {
      const node = this.#nodes[at];
      if (!node) return 0;
      const before = this.#sums[at] ?? 0;
      if (write) this.#sums[at] = before + grown;
      grown = Math.min(before + grown, node.cap) - Math.min(before, node.cap);
      at = node.parent;
    }
    return grown;
  }
}

/** One leaf in one year: the k largest lines, then at most the yearly cap. */
class YearOfLeaf {
  readonly #node: TreeNode;
  /** The lines kept, smallest first; left empty if every line is kept. */
  readonly #kept: number[] = [];
  #sum = 0;

  constructor(node: TreeNode) {
    this.#node = node;
  }

  gain(points: number): number {
    const cap = this.#node.yearCap;
    return Math.min(this.#sum + this.#growth(points), cap) - Math.min(this.#sum, cap);
  }

  add(points: number): void {
    const growth = this.#growth(points);
    this.#sum += growth;
    if (this.#node.awardsPerYear === Number.POSITIVE_INFINITY || growth === 0) return;
    if (this.#kept.length >= this.#node.awardsPerYear) this.#kept.shift();
    this.#kept.splice(placeOf(this.#kept, points), 0, points);
  }

  #growth(points: number): number {
    const full = this.#kept.length >= this.#node.awardsPerYear;
    return full ? Math.max(0, points - (this.#kept[0] ?? 0)) : points;
  }
}

/** The index at which `points` keeps the ascending order. */
function placeOf(ascending: readonly number[], points: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? 0) < points) low = middle + 1;
    else high = middle;
  }
  return low;
}
