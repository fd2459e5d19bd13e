/** Rules prepared for counting: the tree by index, points in hundredths, codes replaced by indexes. */

import { type CompiledCarryOver, compileCarryOver } from './compile-carry-over.ts';
import { toHundredths } from './points.ts';
import type {
  Category,
  Condition,
  MEASURES,
  Period,
  ReinstatementRequirement,
  Requirement,
  Rules,
} from './rules.ts';
import { hundredthsOr, type Scope, scopeOf, type TreeNode } from './tree.ts';

export interface CompiledRules {
  rules: Rules;
  nodes: readonly TreeNode[];
  /** The index of each leaf by its code: only leaves take points. */
  leaves: ReadonlyMap<string, number>;
  requirements: readonly CompiledRequirement[];
  carryOver: CompiledCarryOver | null;
  /** Indexes of the nodes with a share. */
  shares: readonly number[];
  reinstatement: readonly CompiledCondition[];
}

export interface CompiledRequirement {
  rules: Requirement;
  /** One condition, or the alternatives of `any_of`. */
  conditions: readonly CompiledCondition[];
  isAnyOf: boolean;
  /** What is added to the minimum if the requirement is met late. */
  late: number;
}

type Measure = 'points' | 'awards' | 'categories';

export interface CompiledCondition {
  code: string;
  name: string;
  measure: Measure;
  /** Hundredths of points, or a number of awards or areas. */
  min: number;
  /** The least points that one award or one area needs in order to count. */
  each: number;
  scope: Scope;
  /** The areas, if the measure is `categories`. */
  areas: readonly Scope[];
  period: Period;
  months: number | null;
  prorates: boolean;
  unit: string | null;
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
  const nodes = rules.categories.map((category) => compileNode(category, rules.categories, indexes));
  const parents = new Set(nodes.map(({ parent }) => parent));
  const leaves = new Map([...indexes].filter(([, index]) => !parents.has(index)));
  return {
    rules,
    nodes,
    leaves,
    requirements: rules.requirements.map((requirement) => compileRequirement(requirement, nodes)),
    carryOver: rules.carry_over && compileCarryOver(rules.carry_over, nodes, leaves),
    shares: nodes.flatMap(({ share }, index) => (share ? [index] : [])),
    reinstatement: (rules.reinstatement?.requirements ?? []).map((requirement) =>
      compileReinstatement(requirement, nodes),
    ),
  };
}

function compileNode(
  category: Category,
  categories: readonly Category[],
  indexes: ReadonlyMap<string, number>,
): TreeNode {
  return {
    code: category.code,
    parent: category.parent === null ? -1 : (indexes.get(category.parent) ?? -1),
    cap: hundredthsOr(category.max_points, Number.POSITIVE_INFINITY),
    yearCap: hundredthsOr(category.max_points_per_year, Number.POSITIVE_INFINITY),
    awardsPerYear: category.max_awards_per_year ?? Number.POSITIVE_INFINITY,
    unit: unitOf(category, categories, indexes),
    multiplier: toHundredths(category.multiplier ?? 1),
    firstPoints: hundredthsOr(category.multiplier_first_points, Number.POSITIVE_INFINITY),
    awardCap: hundredthsOr(category.max_points_per_award, Number.POSITIVE_INFINITY),
    share: category.max_share ?? null,
  };
}

function unitOf(
  category: Category,
  categories: readonly Category[],
  indexes: ReadonlyMap<string, number>,
): string | null {
  let at: Category | undefined = category;
  for (let steps = 0; at && at.parent !== null && steps < categories.length; steps += 1) {
    at = categories[indexes.get(at.parent) ?? -1];
  }
  return at?.unit ?? null;
}

function compileRequirement(requirement: Requirement, nodes: readonly TreeNode[]): CompiledRequirement {
  const { any_of: alternatives } = requirement;
  return {
    rules: requirement,
    conditions: (alternatives ?? [requirement]).map((condition) => compileCondition(condition, nodes)),
    isAnyOf: !!alternatives,
    late: toHundredths(requirement.late_points ?? 0),
  };
}

function compileCondition(condition: Condition, nodes: readonly TreeNode[]): CompiledCondition {
  const measure = measureOf(condition);
  const scope = scopeOf(nodes, condition.categories);
  return {
    code: condition.code,
    name: condition.name,
    measure,
    min: measure === 'points' ? toHundredths(condition.min_points ?? 0) : (condition[`min_${measure}`] ?? 0),
    each: toHundredths(condition.each_points ?? 0),
    scope,
    areas: measure === 'categories' ? (condition.categories ?? []).map((code) => scopeOf(nodes, [code])) : [],
    period: condition.period ?? 'term',
    months: condition.months,
    prorates: condition.prorate_first,
    unit: nodes.find((_, index) => scope.asks[index])?.unit ?? null,
  };
}

/** A condition of a reinstatement itself: awards of the last months before the new start. */
function compileReinstatement(
  requirement: ReinstatementRequirement,
  nodes: readonly TreeNode[],
): CompiledCondition {
  return compileCondition({ ...requirement, period: 'term', prorate_first: false }, nodes);
}

export function measureOf(condition: Pick<Condition, (typeof MEASURES)[number]>): Measure {
  if (typeof condition.min_awards === 'number') return 'awards';
  return typeof condition.min_categories === 'number' ? 'categories' : 'points';
}

/**
 * Which leaves of another version of the rules a condition asks for. A line counts if either version puts its category
 * under a named one, so no earlier points are lost when categories are split or joined.
 */
export function asksInVersion(scope: Scope, own: CompiledRules, other: CompiledRules): readonly boolean[] {
  if (own === other) return scope.asks;
  const codes = new Set(own.nodes.filter((_, index) => scope.asks[index]).map(({ code }) => code));
  const asked = scopeOf(other.nodes, scope.named).asks;
  return other.nodes.map(({ code }, index) => asked[index] === true || codes.has(code));
}
