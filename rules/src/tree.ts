/** The tree of categories by index, and which of its leaves lie under a named category. */

import { toHundredths } from './points.ts';
import type { Category } from './rules.ts';

/** Caps that are not set are infinite. */
export interface TreeNode {
  code: string;
  /** The index of the parent, or −1 at the top. */
  parent: number;
  cap: number;
  yearCap: number;
  awardsPerYear: number;
  /** The unit of the category at the top of the branch. Null is the program's own unit. */
  unit: string | null;
  /** The multiplier in hundredths, so 100 leaves the points as they are. */
  multiplier: number;
  /** How many points of a term are multiplied. */
  firstPoints: number;
  awardCap: number;
  share: (Category['max_share'] & object) | null;
}

/** The leaves that a condition asks for. */
export interface Scope {
  named: readonly string[] | null;
  /** By index of the node. */
  asks: readonly boolean[];
}

/** The nodes that are named or lie under a named one. Null names all categories in the program's unit. */
export function scopeOf(nodes: readonly TreeNode[], named: readonly string[] | null): Scope {
  if (named === null) return { named, asks: nodes.map(({ unit }) => unit === null) };
  const codes = new Set(named);
  return { named, asks: nodes.map((_, index) => pathOf(nodes, index).some(({ code }) => codes.has(code))) };
}

/** The node and those above it. */
export function pathOf(nodes: readonly TreeNode[], index: number): TreeNode[] {
  const path: TreeNode[] = [];
  for (let node = nodes[index]; node && path.length < nodes.length; node = nodes[node.parent])
    path.push(node);
  return path;
}

export function hundredthsOr(points: number | null | undefined, otherwise: number): number {
  return points === null || points === undefined ? otherwise : toHundredths(points);
}
