/** Checks the fields about single awards, which only a category without subcategories can have. */

import { isPoints } from '../points.ts';
import type { Category } from '../rules.ts';
import { checkPoints, checkWhole } from './check-limits.ts';
import { problem, type RuleProblem } from './rule-problem.ts';

const LEAST_MULTIPLIER = 0.01;
const MOST_MULTIPLIER = 100;
/**
 * The multiplier must be a whole number, so that points already counted stay exact, and more than one, so that the
 * first points are worth more.
 */
const FIRST_POINTS_MULTIPLIER = [2, 10] as const;

export function checkLeafFields(category: Category, path: string, isNode: boolean): RuleProblem[] {
  if (isNode) return checkNone(category, path);
  const { multiplier = 1, multiplier_first_points: first } = category;
  return [
    ...checkWhole(`${path}.max_awards_per_year`, category.max_awards_per_year, [1, 1_000]),
    ...checkMultiplier(`${path}.multiplier`, multiplier),
    ...checkPoints(`${path}.max_points_per_award`, category.max_points_per_award),
    ...checkPoints(`${path}.multiplier_first_points`, first),
    ...(typeof first === 'number' ? checkFirstPoints(category, path) : []),
  ];
}

function checkNone(category: Category, path: string): RuleProblem[] {
  const { multiplier = 1 } = category;
  const fields = ['max_awards_per_year', 'multiplier_first_points', 'max_points_per_award'] as const;
  const given: string[] = fields.filter((field) => typeof category[field] === 'number');
  if (multiplier !== 1) given.push('multiplier');
  return given.map((field) =>
    problem(
      `${path}.${field}`,
      `is about single awards, but ${category.code} has categories under it; only a category without any can have it.`,
      `trata de acreditaciones sueltas, pero ${category.code} tiene categorías debajo; solo puede tenerlo una categoría sin subcategorías.`,
    ),
  );
}

function checkMultiplier(path: string, value: number): RuleProblem[] {
  if (isPoints(value) && value >= LEAST_MULTIPLIER && value <= MOST_MULTIPLIER) return [];
  return [
    problem(
      path,
      `must lie between ${LEAST_MULTIPLIER} and ${MOST_MULTIPLIER}, with two decimals at most.`,
      `debe estar entre ${LEAST_MULTIPLIER} y ${MOST_MULTIPLIER}, con dos decimales como máximo.`,
    ),
  ];
}

/**
 * Which points are the first ones depends on the order of awards, so nothing else may depend on single awards or years.
 */
function checkFirstPoints({ multiplier = 1, ...category }: Category, path: string): RuleProblem[] {
  const [least, most] = FIRST_POINTS_MULTIPLIER;
  const problems: RuleProblem[] = [];
  if (!Number.isInteger(multiplier) || multiplier < least || multiplier > most) {
    problems.push(
      problem(
        `${path}.multiplier`,
        `must be a whole number from ${least} to ${most} where only the first points are multiplied.`,
        `debe ser un número entero de ${least} a ${most} cuando solo se multiplican los primeros puntos.`,
      ),
    );
  }
  if (typeof category.max_points_per_award === 'number' || category.max_awards_per_year !== null) {
    problems.push(
      problem(
        `${path}.multiplier_first_points`,
        'does not go with a cap of one award or of the number of awards in the same category; leave one of them out.',
        'no va con un tope por acreditación ni con un número máximo de acreditaciones en la misma categoría; omita uno de los dos.',
      ),
    );
  }
  return problems;
}
