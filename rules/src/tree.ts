/** The tree of categories by index, and which leaves lie under a name. */

import { toHundredths } from './points.ts';
import type { Category } from './rules.ts';

/** Caps that are not set are infinite. */
export interface TreeNode {
  code: string;
  /** Index, or −1 at the top. */
  parent: number;
  cap: number;
  yearCap: number;
  awardsPerYear: number;
  /** Of the top of its branch; null is the program's. */
  unit: string | null;
  /** In hundredths: 100 is once. */
  multiplier: number;
  /** So many points of a term are multiplied. */
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

/** Nodes that are one of these or lie under one; null names all of the program's unit. */
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
