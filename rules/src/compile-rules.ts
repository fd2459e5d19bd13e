/** Rules made ready for counting: the tree by index, points in hundredths, codes resolved. */

import { toHundredths } from './points.ts';
import type { Requirement, Rules } from './rules.ts';

export interface CompiledRules {
  rules: Rules;
  nodes: readonly TreeNode[];
  /** The index of each leaf by its code: only leaves take points. */
  leaves: ReadonlyMap<string, number>;
  requirements: readonly CompiledRequirement[];
  carryOver: CompiledCarryOver | null;
}

/** Caps that are not set are infinite. */
export interface TreeNode {
  code: string;
  /** Index, or −1 at the top. */
  parent: number;
  cap: number;
  yearCap: number;
  awardsPerYear: number;
}

export interface CompiledRequirement {
  rules: Requirement;
  min: number;
  /** By index of the node: whether the requirement asks for points of this leaf. */
  asks: readonly boolean[];
}

interface CompiledCarryOver {
  max: number;
  months: number;
  takes: readonly boolean[];
}

const compiled = new WeakMap<Rules, CompiledRules>();

/** Rules never change once they are in use, so each version is compiled once however many members it has. */
export function compileRules(rules: Rules): CompiledRules {
  const known = compiled.get(rules);
  if (known) return known;
  const made = compile(rules);
  compiled.set(rules, made);
  return made;
}

function compile(rules: Rules): CompiledRules {
  const indexes = new Map(rules.categories.map(({ code }, index) => [code, index]));
  const nodes = rules.categories.map((category) => ({
    code: category.code,
    parent: category.parent === null ? -1 : (indexes.get(category.parent) ?? -1),
    cap: hundredthsOr(category.max_points, Number.POSITIVE_INFINITY),
    yearCap: hundredthsOr(category.max_points_per_year, Number.POSITIVE_INFINITY),
    awardsPerYear: category.max_awards_per_year ?? Number.POSITIVE_INFINITY,
  }));
  const parents = new Set(nodes.map(({ parent }) => parent));
  const carry = rules.carry_over;
  return {
    rules,
    nodes,
    leaves: new Map([...indexes].filter(([, index]) => !parents.has(index))),
    requirements: rules.requirements.map((requirement) => {
      const asks = underAny(nodes, requirement.categories);
      return { rules: requirement, min: toHundredths(requirement.min_points), asks };
    }),
    carryOver: carry && {
      max: toHundredths(carry.max_points),
      months: carry.earned_within_months,
      takes: underAny(nodes, carry.categories),
    },
  };
}

/**
 * Which leaves of another version the requirement asks for. A line counts if either version puts its category under a
 * named one, so splitting or joining categories takes no earlier points away.
 */
export function asksInVersion(
  requirement: CompiledRequirement,
  own: CompiledRules,
  other: CompiledRules,
): readonly boolean[] {
  if (own === other) return requirement.asks;
  const codes = new Set(own.nodes.filter((_, index) => requirement.asks[index]).map(({ code }) => code));
  const asked = underAny(other.nodes, requirement.rules.categories);
  return other.nodes.map(({ code }, index) => asked[index] === true || codes.has(code));
}

/** By index: whether the node is one of these or lies under one; null names all. */
function underAny(nodes: readonly TreeNode[], codes: readonly string[] | null): boolean[] {
  if (codes === null) return nodes.map(() => true);
  const named = new Set(codes);
  return nodes.map((_, index) => {
    for (let at = index; at >= 0; at = nodes[at]?.parent ?? -1) {
      if (named.has(nodes[at]?.code ?? '')) return true;
    }
    return false;
  });
}

function hundredthsOr(points: number | null, otherwise: number): number {
  return points === null ? otherwise : toHundredths(points);
}
