/** What a line is worth before the caps of categories: its points multiplied, then limited to the most of one award. */

import type { Because } from './evaluation.ts';
import type { TreeNode } from './tree.ts';

export interface Worth {
  worth: number;
  /** Why the worth differs from the points as awarded. */
  altered: Because | null;
}

/**
 * Calculates the worth of the lines of one term. The lines must come in order, because in some categories only the
 * first points are multiplied.
 */
export class WorthCounter {
  readonly #nodes: readonly TreeNode[];
  /** For each leaf, how many points are still multiplied. */
  readonly #first = new Map<number, number>();

  constructor(nodes: readonly TreeNode[]) {
    this.#nodes = nodes;
  }

  of({ leaf, points }: { leaf: number; points: number }): Worth {
    const node = this.#nodes[leaf];
    if (!node) return { worth: points, altered: null };
    const multiplied = this.#multiplied(leaf, node, points);
    if (multiplied > node.awardCap) return { worth: node.awardCap, altered: `award_cap:${node.code}` };
    return { worth: multiplied, altered: multiplied === points ? null : `multiplier:${node.code}` };
  }

  /** Called for a line that counts in the term: from then on, fewer points of its leaf are multiplied. */
  take(line: { leaf: number; points: number }): Worth {
    const worth = this.of(line);
    const { leaf, points } = line;
    const first = this.#nodes[leaf]?.firstPoints ?? Number.POSITIVE_INFINITY;
    if (first !== Number.POSITIVE_INFINITY) {
      this.#first.set(leaf, Math.max(0, (this.#first.get(leaf) ?? first) - points));
    }
    return worth;
  }

  #multiplied(leaf: number, { multiplier, firstPoints }: TreeNode, points: number): number {
    if (multiplier === 100) return points;
    const many = Math.min(points, this.#first.get(leaf) ?? firstPoints);
    return Math.floor((many * multiplier) / 100) + points - many;
  }
}
