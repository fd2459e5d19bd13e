/** The tree of categories: its codes, its shape, its caps. */

import type { Category } from '../rules.ts';
import { checkPoints } from './check-requirements.ts';
import { checkDoubled, problem, type RuleProblem } from './rule-problem.ts';

export const MOST_CATEGORIES = 200;
const MOST_DEPTH = 4;

export function checkCategories(categories: readonly Category[]): RuleProblem[] {
  const codes = categories.map(({ code }) => code);
  const byCode = new Map(categories.map((category) => [category.code, category]));
  const parents = new Set(categories.map(({ parent }) => parent));
  return [
    ...checkNumber(categories.length),
    ...checkDoubled(codes, (index) => `rules.categories[${index}].code`),
    ...categories.flatMap((category, index) => [
      ...checkParent(category, `rules.categories[${index}].parent`, byCode),
      ...checkCaps(category, `rules.categories[${index}]`, parents.has(category.code)),
    ]),
  ];
}

function checkNumber(length: number): RuleProblem[] {
  if (length <= MOST_CATEGORIES) return [];
  return [
    problem(
      'rules.categories',
      `has ${length} entries; ${MOST_CATEGORIES} is the most.`,
      `tiene ${length} entradas; el máximo es ${MOST_CATEGORIES}.`,
    ),
  ];
}

function checkParent(category: Category, path: string, byCode: ReadonlyMap<string, Category>): RuleProblem[] {
  if (category.parent === null) return [];
  if (!byCode.has(category.parent)) {
    return [
      problem(
        path,
        `names ${category.parent}, which is not in rules.categories; add it or write null.`,
        `nombra ${category.parent}, que no está en rules.categories; agréguela o escriba null.`,
      ),
    ];
  }
  const depth = depthOf(category, byCode);
  if (depth === 'cycle') {
    return [
      problem(
        path,
        `makes ${category.code} lie under itself; a tree has no cycle.`,
        `hace que ${category.code} quede debajo de sí misma; un árbol no tiene ciclos.`,
      ),
    ];
  }
  if (depth <= MOST_DEPTH) return [];
  return [
    problem(
      path,
      `puts ${category.code} ${depth} levels deep; ${MOST_DEPTH} is the most.`,
      `coloca ${category.code} en el nivel ${depth}; el máximo es ${MOST_DEPTH}.`,
    ),
  ];
}

/** 1 at the top. A category that only leads into a cycle is not reported; those on the cycle are. */
function depthOf(category: Category, byCode: ReadonlyMap<string, Category>): number | 'cycle' {
  const seen = new Set<string>();
  let depth = 1;
  for (let at = category; at.parent !== null; depth += 1) {
    seen.add(at.code);
    if (at.parent === category.code) return 'cycle';
    const parent = byCode.get(at.parent);
    if (!parent) return depth;
    if (seen.has(parent.code)) return 1;
    at = parent;
  }
  return depth;
}

function checkCaps(category: Category, path: string, isNode: boolean): RuleProblem[] {
  const problems: RuleProblem[] = [];
  if (category.max_points !== null) problems.push(...checkPoints(`${path}.max_points`, category.max_points));
  if (category.max_points_per_year !== null) {
    problems.push(...checkPoints(`${path}.max_points_per_year`, category.max_points_per_year));
  }
  if (!isNode) return problems;
  for (const cap of ['max_points_per_year', 'max_awards_per_year'] as const) {
    if (category[cap] === null) continue;
    problems.push(
      problem(
        `${path}.${cap}`,
        `is a yearly cap on ${category.code}, which has categories under it; only a category without any can have one.`,
        `es un tope anual en ${category.code}, que tiene categorías debajo; solo puede tenerlo una categoría sin subcategorías.`,
      ),
    );
  }
  return problems;
}
