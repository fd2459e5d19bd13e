/** Decides how much of each line counts under the caps, for display and for carrying over. */

import type { CompiledRules, TreeNode } from './compile-rules.ts';
import type { Because } from './evaluation.ts';
import { type CarriedLine, compareText, type PlacedLine } from './lines.ts';

interface Share {
  counted: number;
  because: Because | null;
}

export interface Shares {
  counted: number;
  byLine: ReadonlyMap<PlacedLine, Share>;
  /** By index of the leaf; carried-in points included. */
  byLeaf: ReadonlyMap<number, number>;
  byYear: readonly number[];
}

/** Carried-in first, then line by line in order. Greedy is exact: the caps form a tree. */
export function giveOutRoom(
  { nodes, leaves }: CompiledRules,
  carried: readonly CarriedLine[],
  lines: readonly PlacedLine[],
  years: number,
): Shares {
  const room = new Room(nodes);
  const dropped = notAmongLargest(nodes, lines);
  const byLine = new Map<PlacedLine, Share>();
  const byLeaf = new Map<number, number>();
  const byYear = new Array<number>(years).fill(0);
  const book = (leaf: number, year: number, counted: number) => {
    byLeaf.set(leaf, (byLeaf.get(leaf) ?? 0) + counted);
    byYear[year] = (byYear[year] ?? 0) + counted;
  };
  for (const { category, points } of carried) {
    const leaf = leaves.get(category);
    if (leaf !== undefined) book(leaf, 0, room.take(leaf, null, points).counted);
  }
  for (const line of lines) {
    const share: Share = dropped.has(line)
      ? { counted: 0, because: 'not_among_largest' }
      : room.take(line.leaf, line.year, line.points);
    byLine.set(line, share);
    book(line.leaf, line.year, share.counted);
  }
  return { counted: byYear.reduce((sum, counted) => sum + counted, 0), byLine, byLeaf, byYear };
}

/** What every cap still leaves. */
class Room {
  readonly #nodes: readonly TreeNode[];
  readonly #left: number[];
  readonly #leftOfYear = new Map<number, number>();

  constructor(nodes: readonly TreeNode[]) {
    this.#nodes = nodes;
    this.#left = nodes.map(({ cap }) => cap);
  }

  /** The tightest cap names itself; of equally tight ones the one nearest to the line. No yearly cap where year is null. */
  take(leaf: number, year: number | null, points: number): Share {
    const node = this.#nodes[leaf];
    let counted = points;
    let because: Because | null = null;
    const key = (year ?? 0) * this.#nodes.length + leaf;
    const ofYear = this.#leftOfYear.get(key) ?? node?.yearCap ?? 0;
    if (year !== null && ofYear < counted) [counted, because] = [ofYear, `yearly_cap:${node?.code ?? ''}`];
    for (let at = leaf; at >= 0; at = this.#nodes[at]?.parent ?? -1) {
      const left = this.#left[at] ?? 0;
      if (left < counted) [counted, because] = [left, `cap:${this.#nodes[at]?.code ?? ''}`];
    }
    if (year !== null) this.#leftOfYear.set(key, ofYear - counted);
    for (let at = leaf; at >= 0; at = this.#nodes[at]?.parent ?? -1) {
      this.#left[at] = (this.#left[at] ?? 0) - counted;
    }
    return { counted, because };
  }
}

/** The lines beyond the k largest of a leaf and year; of equal ones the earlier stays, then the smaller id. */
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
    group.sort((a, b) => b.points - a.points || a.day - b.day || compareText(a.id, b.id));
    const kept = nodes[group[0]?.leaf ?? -1]?.awardsPerYear ?? 0;
    for (const line of group.slice(kept)) dropped.add(line);
  }
  return dropped;
}
