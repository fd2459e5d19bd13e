/** Checks what a renewal after a lapse asks for. */

import type { Rules } from '../rules.ts';
import { checkLargest, checkMeasure, checkOneUnit } from './check-condition.ts';
import { checkWhole } from './check-limits.ts';
import { checkNamedCategories } from './check-named-categories.ts';
import { checkDoubled, problem, type RuleProblem } from './rule-problem.ts';

const PATH = 'rules.reinstatement';
const MOST_MONTHS = 600;

export function checkReinstatement({ reinstatement, categories }: Rules): RuleProblem[] {
  if (!reinstatement) return [];
  const { within_months: within = null, requirements } = reinstatement;
  return [
    ...checkWhole(`${PATH}.within_months`, within, [1, MOST_MONTHS]),
    ...(within === null && requirements.length === 0 ? [asksNothing()] : []),
    ...checkDoubled(
      requirements.map(({ code }) => code),
      (index) => `${PATH}.requirements[${index}].code`,
    ),
    ...requirements.flatMap((requirement, index) => {
      const path = `${PATH}.requirements[${index}]`;
      return [
        ...checkMeasure(requirement, path),
        ...checkNamedCategories(`${path}.categories`, requirement.categories, categories),
        ...checkOneUnit(`${path}.categories`, requirement.categories, categories),
        ...checkLargest(requirement, path, categories),
        ...checkWhole(`${path}.months`, requirement.months, [1, MOST_MONTHS]),
        ...checkDoubled(requirement.tracks, (track) => `${path}.tracks[${track}]`),
      ];
    }),
  ];
}

function asksNothing(): RuleProblem {
  return problem(
    PATH,
    'asks for nothing; write within_months or requirements, or null.',
    'no pide nada; escriba within_months o requirements, o null.',
  );
}
