/** Limits of single fields. */

import { isPoints } from '../points.ts';
import { problem, type RuleProblem } from './rule-problem.ts';

export function checkPoints(path: string, value: number | null | undefined): RuleProblem[] {
  if (value === null || value === undefined || isPoints(value)) return [];
  return [
    problem(
      path,
      'must be more than 0 and at most 100000, with two decimals at most.',
      'debe ser mayor que 0 y de 100000 como máximo, con dos decimales como máximo.',
    ),
  ];
}

export function checkWhole(
  path: string,
  value: number | null | undefined,
  [least, most]: readonly [least: number, most: number],
): RuleProblem[] {
  if (value === null || value === undefined) return [];
  if (Number.isInteger(value) && value >= least && value <= most) return [];
  return [
    problem(
      path,
      `must be a whole number from ${least} to ${most}.`,
      `debe ser un número entero de ${least} a ${most}.`,
    ),
  ];
}
