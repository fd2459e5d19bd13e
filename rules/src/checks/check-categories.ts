/** Checks the tree of categories: its codes, its shape and its caps. */

import type { Category } from '../rules.ts';
import { checkLeafFields } from './check-leaf-fields.ts';
import { checkPoints } from './check-limits.ts';
import { checkDoubled, problem, type RuleProblem } from './rule-problem.ts';

export const MOST_CATEGORIES = 200;
const MOST_DEPTH = 4;
const MOST_UNITS = 5;
const MOST_UNIT_LENGTH = 40;

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
      ...checkYearsBelowTerms(category, `rules.categories[${index}]`, byCode),
    ]),
    ...checkNumberOfUnits(categories),
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

/**
 * The depth of a category, 1 at the top. Only categories that lie on a cycle are reported, not those that merely lead
 * into one.
 */
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
  return [
    ...checkPoints(`${path}.max_points`, category.max_points),
    ...checkPoints(`${path}.max_points_per_year`, category.max_points_per_year),
    ...checkUnit(category, path),
    ...checkLeafFields(category, path, isNode),
  ];
}

function checkUnit({ unit, parent }: Category, path: string): RuleProblem[] {
  if (unit === null || unit === undefined) return [];
  if (parent !== null) {
    return [
      problem(
        `${path}.unit`,
        'stands below the top; give the unit to the category at the top, for all under it.',
        'está debajo del nivel superior; dé la unidad a la categoría superior, para todas las que tiene debajo.',
      ),
    ];
  }
  if (unit.trim() !== '' && unit.length <= MOST_UNIT_LENGTH) return [];
  return [
    problem(
      `${path}.unit`,
      `must be a text of 1 to ${MOST_UNIT_LENGTH} characters.`,
      `debe ser un texto de 1 a ${MOST_UNIT_LENGTH} caracteres.`,
    ),
  ];
}

/** Counts the units besides the program's own. */
function checkNumberOfUnits(categories: readonly Category[]): RuleProblem[] {
  const units = new Set<string>();
  return categories.flatMap(({ unit }, index) => {
    if (!unit || units.has(unit)) return [];
    units.add(unit);
    if (units.size !== MOST_UNITS + 1) return [];
    return [
      problem(
        `rules.categories[${index}].unit`,
        `is one unit too many; a program has at most ${MOST_UNITS} besides its own.`,
        `es una unidad de más; un programa tiene como máximo ${MOST_UNITS} además de la suya.`,
      ),
    ];
  });
}

/** Points are capped by year first and by term afterwards, so only yearly caps may lie below a yearly cap. */
function checkYearsBelowTerms(
  category: Category,
  path: string,
  byCode: ReadonlyMap<string, Category>,
): RuleProblem[] {
  if (category.max_points_per_year === null) return [];
  const below = [...byCode.values()].find(
    (other) =>
      (other.max_points !== null || other.max_share) && ancestorsOf(other, byCode).includes(category.code),
  );
  if (!below) return [];
  const field = below.max_points === null ? 'max_share' : 'max_points';
  return [
    problem(
      `${path}.max_points_per_year`,
      `is a cap of the year above ${below.code}, which has ${field} for the whole term; below a yearly cap only yearly caps can stand.`,
      `es un tope anual por encima de ${below.code}, que tiene ${field} para todo el periodo; debajo de un tope anual solo puede haber topes anuales.`,
    ),
  ];
}

/** The codes of the categories above it. */
export function ancestorsOf({ parent }: Category, byCode: ReadonlyMap<string, Category>): string[] {
  const codes: string[] = [];
  for (let at = parent; at !== null && !codes.includes(at); at = byCode.get(at)?.parent ?? null)
    codes.push(at);
  return codes;
}
