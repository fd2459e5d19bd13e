/** What may be carried over from a term, prepared for counting: the limits and the category of arrival of each leaf. */

import type { CarryOver } from './rules.ts';
import { hundredthsOr, pathOf, scopeOf, type TreeNode } from './tree.ts';

export interface CompiledCarryOver {
  max: number;
  /** Null means the whole term. */
  months: number | null;
  /** For how many terms surplus points may be carried on. */
  terms: number;
  takes: readonly boolean[];
  limits: readonly number[];
  /** By leaf: the indexes of the limits that bind it. */
  limitsOf: readonly (readonly number[])[];
  /** By leaf: the category in which its points arrive. */
  arrivesAs: readonly string[];
}

export function compileCarryOver(
  carry: CarryOver,
  nodes: readonly TreeNode[],
  leaves: ReadonlyMap<string, number>,
): CompiledCarryOver {
  const entries = carry.by_category ?? [];
  const leafIndexes = new Set(leaves.values());
  return {
    max: hundredthsOr(carry.max_points, Number.POSITIVE_INFINITY),
    months: carry.earned_within_months,
    terms: carry.terms ?? 1,
    takes: scopeOf(nodes, carry.categories).asks.map(
      (asked, index) => asked && nodes[index]?.unit === null && leafIndexes.has(index),
    ),
    limits: entries.map(({ max_points }) => hundredthsOr(max_points, Number.POSITIVE_INFINITY)),
    limitsOf: nodes.map((_, index) => {
      const codes = new Set(pathOf(nodes, index).map(({ code }) => code));
      return entries.flatMap(({ category }, entry) => (codes.has(category) ? [entry] : []));
    }),
    arrivesAs: nodes.map(({ code }, index) => {
      for (const node of pathOf(nodes, index)) {
        const entry = entries.find(({ category }) => category === node.code);
        if (entry) return entry.as ?? code;
      }
      return code;
    }),
  };
}
