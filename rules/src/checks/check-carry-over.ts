/** Checks what may be carried over, how much of it, and in which category it arrives. */

import type { CarryOver, Category, Rules } from '../rules.ts';
import { ancestorsOf } from './check-categories.ts';
import { unitOf } from './check-condition.ts';
import { checkPoints, checkWhole } from './check-limits.ts';
import { checkNamedCategories } from './check-named-categories.ts';
import { problem, type RuleProblem } from './rule-problem.ts';

const PATH = 'rules.carry_over';
const MOST_TERMS = 5;

export function checkCarryOver({ carry_over: carry, categories }: Rules): RuleProblem[] {
  if (carry === null) return [];
  return [
    ...checkPoints(`${PATH}.max_points`, carry.max_points),
    ...checkWhole(`${PATH}.earned_within_months`, carry.earned_within_months, [1, 120]),
    ...checkNamedCategories(`${PATH}.categories`, carry.categories, categories),
    ...checkUnit(carry, categories),
    ...checkWhole(`${PATH}.terms`, carry.terms, [1, MOST_TERMS]),
    ...checkEntries(carry, categories),
  ];
}

/** Only points in the program's own unit can be carried over. */
function checkUnit({ categories: named }: CarryOver, categories: readonly Category[]): RuleProblem[] {
  if ((named ?? []).every((code) => unitOf(code, categories) === null)) return [];
  return [
    problem(
      `${PATH}.categories`,
      "names a category of another unit; only the program's own unit is carried over.",
      'nombra una categoría de otra unidad; solo se arrastra la unidad propia del programa.',
    ),
  ];
}

function checkEntries(carry: CarryOver, categories: readonly Category[]): RuleProblem[] {
  const entries = carry.by_category ?? [];
  return entries.flatMap(({ category, max_points = null, as = null }, index) => {
    const path = `${PATH}.by_category[${index}]`;
    const problems = checkPoints(`${path}.max_points`, max_points);
    if (entries.findIndex((other) => other.category === category) < index) {
      problems.push(
        problem(
          `${path}.category`,
          `repeats ${category}; each may stand there once.`,
          `repite ${category}; cada uno puede aparecer una sola vez.`,
        ),
      );
    }
    if (!isCarried(category, carry, categories)) problems.push(notCarried(category, path));
    if (max_points === null && as === null) {
      problems.push(
        problem(
          path,
          'says nothing about its category; write max_points or as, or leave it out.',
          'no dice nada de su categoría; escriba max_points o as, u omítalo.',
        ),
      );
    }
    if (as !== null) problems.push(...checkArrival(as, carry, categories, `${path}.as`));
    return problems;
  });
}

/** Whether a category is one of those that are carried over, or lies under or above one of them. */
function isCarried(code: string, { categories: named }: CarryOver, categories: readonly Category[]): boolean {
  const byCode = new Map(categories.map((one) => [one.code, one]));
  const category = byCode.get(code);
  if (!category || unitOf(code, categories) !== null) return false;
  const above = (one: Category) => [one.code, ...ancestorsOf(one, byCode)];
  if (named === null || above(category).some((one) => named.includes(one))) return true;
  return categories.some((one) => named.includes(one.code) && above(one).includes(code));
}

function notCarried(category: string, path: string): RuleProblem {
  return problem(
    `${path}.category`,
    `names ${category}, which is not among the categories that are carried over; correct the code, or add it to rules.carry_over.categories.`,
    `nombra ${category}, que no está entre las categorías que se arrastran; corrija el código o agréguela a rules.carry_over.categories.`,
  );
}

/**
 * Carried points must arrive in a leaf of the program's unit. The points earned in that leaf must stay there, because
 * points are moved only once.
 */
function checkArrival(
  as: string,
  { by_category: entries = [] }: CarryOver,
  categories: readonly Category[],
  path: string,
): RuleProblem[] {
  const byCode = new Map(categories.map((one) => [one.code, one]));
  const leaf = byCode.get(as);
  const isLeaf = leaf && !categories.some(({ parent }) => parent === as);
  if (!isLeaf || unitOf(as, categories) !== null) {
    return [
      problem(
        path,
        `names ${as}, in which no points can arrive; name a category of the program's unit without subcategories.`,
        `nombra ${as}, a la que no pueden llegar puntos; nombre una categoría de la unidad del programa sin subcategorías.`,
      ),
    ];
  }
  const nearest = [as, ...ancestorsOf(leaf, byCode)]
    .map((code) => entries.find(({ category }) => category === code))
    .find((entry) => entry !== undefined);
  if ((nearest?.as ?? null) === null) return [];
  return [
    problem(
      path,
      `names ${as}, whose own points arrive in ${nearest?.as}; points are moved once only.`,
      `nombra ${as}, cuyos puntos llegan a ${nearest?.as}; los puntos se mueven una sola vez.`,
    ),
  ];
}
