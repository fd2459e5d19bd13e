/** Checks `any_of`: a list of alternatives, of which one has to be met. */

import { type Category, type Condition, MEASURES, type Requirement } from '../rules.ts';
import { checkCondition } from './check-condition.ts';
import { checkDoubled, problem, type RuleProblem } from './rule-problem.ts';

const LEAST = 2;
const MOST = 10;

export function checkAlternatives(
  requirement: Requirement,
  alternatives: readonly Condition[],
  path: string,
  categories: readonly Category[],
): RuleProblem[] {
  return [
    ...checkBeside(requirement, path),
    ...checkNumber(alternatives.length, `${path}.any_of`),
    ...checkDoubled(
      alternatives.map(({ code }) => code),
      (index) => `${path}.any_of[${index}].code`,
    ),
    ...alternatives.flatMap((alternative, index) =>
      checkCondition(alternative, `${path}.any_of[${index}]`, categories),
    ),
  ];
}

/**
 * Beside `any_of`, the requirement itself may only say when and to whom it applies, because the alternatives state what
 * it asks for.
 */
function checkBeside(requirement: Requirement, path: string): RuleProblem[] {
  const fields = [...MEASURES, 'each_points', 'categories', 'period', 'months', 'late_points'] as const;
  const given: string[] = fields.filter((field) => (requirement[field] ?? null) !== null);
  if (requirement.prorate_first) given.push('prorate_first');
  if (requirement.keeps_standing) given.push('keeps_standing');
  return given.map((field) =>
    problem(
      `${path}.${field}`,
      'stands beside any_of; write it in the alternatives, or leave any_of out.',
      'está junto a any_of; escríbalo en las alternativas u omita any_of.',
    ),
  );
}

function checkNumber(length: number, path: string): RuleProblem[] {
  if (length >= LEAST && length <= MOST) return [];
  return [
    problem(
      path,
      `has ${length} alternatives; it needs ${LEAST} to ${MOST}.`,
      `tiene ${length} alternativas; necesita de ${LEAST} a ${MOST}.`,
    ),
  ];
}
