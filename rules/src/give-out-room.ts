/** Decides how much of each line counts under the caps, for display and for carrying over. */

import type { CompiledRules } from './compile-rules.ts';
import type { Because } from './evaluation.ts';
import { byOrder, type CarriedLine, compareText, type PlacedLine } from './lines.ts';
import type { ShareCaps } from './tally.ts';
import type { TreeNode } from './tree.ts';

interface Counted {
  counted: number;
  because: Because | null;
}

export interface Shown {
  /** Points in the program's unit. */
  counted: number;
  byLine: ReadonlyMap<PlacedLine, Counted>;
  /** In the same order as the carried lines that were given. */
  carried: readonly { line: CarriedLine; counted: number }[];
  /** Points by index of the leaf, carried-in points included. */
  byLeaf: ReadonlyMap<number, number>;
  /** Points in the program's unit. */
  byYear: readonly number[];
}

/**
 * Carried-in points count first, then the lines in order, each as much as the caps still leave. Taking lines one by one
 * gives the exact total, because the caps form a tree.
 */
export function giveOutRoom(
  { nodes, leaves }: CompiledRules,
  shares: ShareCaps,
  carriedIn: readonly CarriedLine[],
  lines: readonly PlacedLine[],
  years: number,
): Shown {
  const room = new Room(nodes, shares);
  const dropped = notAmongLargest(nodes, lines);
  const byLine = new Map<PlacedLine, Counted>();
  const byLeaf = new Map<number, number>();
  const byYear = new Array<number>(years).fill(0);
  const book = (leaf: number, year: number, counted: number) => {
    byLeaf.set(leaf, (byLeaf.get(leaf) ?? 0) + counted);
    if (nodes[leaf]?.unit === null) byYear[year] = (byYear[year] ?? 0) + counted;
  };
  const carried = carriedIn.toSorted(byOrder).map((line) => {
    const leaf = leaves.get(line.category);
    if (leaf === undefined) return { line, counted: 0 };
    const { counted } = room.take(leaf, null, line.carried);
    book(leaf, 0, counted);
    return { line, counted };
  });
  for (const line of lines) {
    const taken: Counted = dropped.has(line)
      ? { counted: 0, because: 'not_among_largest' }
      : room.take(line.leaf, line.year, line.worth);
    const because = taken.counted === line.points ? null : (taken.because ?? line.altered);
    byLine.set(line, { counted: taken.counted, because });
    book(line.leaf, line.year, taken.counted);
  }
  return { counted: byYear.reduce((sum, counted) => sum + counted, 0), byLine, carried, byLeaf, byYear };
}

/** How much each cap still leaves. */
class Room {
  readonly #nodes: readonly TreeNode[];
  readonly #left: number[];
  readonly #leftOfShare: Map<number, number>;
  readonly #leftOfYear = new Map<number, number>();

  constructor(nodes: readonly TreeNode[], shares: ShareCaps) {
    this.#nodes = nodes;
    this.#left = nodes.map(({ cap }) => cap);
    this.#leftOfShare = new Map(shares);
  }

  /**
   * Counts points under all caps above a leaf, and names the tightest cap in `because`. Of equally tight caps, the one
   * nearest to the leaf is named; within one category the cap of the year comes first, then that of the term, then its
   * share. If `year` is null, yearly caps do not apply.
   */
  take(leaf: number, year: number | null, points: number): Counted {
    let counted = points;
    let because: Because | null = null;
    for (let at = leaf; at >= 0; at = this.#nodes[at]?.parent ?? -1) {
      const { code = '' } = this.#nodes[at] ?? {};
      const ofYear = year === null ? Number.POSITIVE_INFINITY : this.#ofYear(at, year);
      if (ofYear < counted) [counted, because] = [ofYear, `yearly_cap:${code}`];
      const ofTerm = this.#left[at] ?? 0;
      if (ofTerm < counted) [counted, because] = [ofTerm, `cap:${code}`];
      const ofShare = this.#leftOfShare.get(at) ?? Number.POSITIVE_INFINITY;
      if (ofShare < counted) [counted, because] = [ofShare, `share:${code}`];
    }
    for (let at = leaf; at >= 0; at = this.#nodes[at]?.parent ?? -1) {
      this.#left[at] = (this.#left[at] ?? 0) - counted;
      const share = this.#leftOfShare.get(at);
      if (share !== undefined) this.#leftOfShare.set(at, share - counted);
      if (year !== null && this.#nodes[at]?.yearCap !== Number.POSITIVE_INFINITY) {
        this.#leftOfYear.set(year * this.#nodes.length + at, this.#ofYear(at, year) - counted);
      }
    }
    return { counted, because };
  }

  #ofYear(at: number, year: number): number {
    const cap = this.#nodes[at]?.yearCap ?? 0;
    return cap === Number.POSITIVE_INFINITY
      ? cap
      : (this.#leftOfYear.get(year * this.#nodes.length + at) ?? cap);
  }
}

/**
 * The lines that do not count because a leaf counts only its k largest awards of a year. Of two equal lines, the
 * earlier one counts, and on the same day the one with the smaller id.
 */
function notAmongLargest(nodes: readonly TreeNode[], lines: readonly PlacedLine[]): Set<PlacedLine> {
  const groups = new Map<number, PlacedLine[]>();
  for (const line of lines) {
    if ((nodes[line.leaf]?.awardsPerYear ?? 0) === Number.POSITIVE_INFINITY) continue;
    const key = line.year * nodes.length + line.leaf;
    const group = groups.get(key);
    if (group) group.push(line);
    else groups.set(key, [line]);
  }
  const dropped = new Set<PlacedLine>();
  for (const group of groups.values()) {
    group.sort((a, b) => b.worth - a.worth || a.day - b.day || compareText(a.id, b.id));
    const kept = nodes[group[0]?.leaf ?? -1]?.awardsPerYear ?? 0;
    for (const line of group.slice(kept)) dropped.add(line);
  }
  return dropped;
}
