/** Everything that a program's rules must satisfy beyond the schema. */

import { checkCategories } from './checks/check-categories.ts';
import { checkNamedCategories, checkPoints, checkRequirements } from './checks/check-requirements.ts';
import { mostCountable } from './checks/most-countable.ts';
import { checkDoubled, problem, type RuleProblem } from './checks/rule-problem.ts';
import { parseDay } from './day.ts';
import type { ChecklistItem, Rules } from './rules.ts';

/** All problems, in the order of the fields; none means that the engine can work with the rules. */
export function checkRules(rules: Rules): RuleProblem[] {
  const problems = [
    ...checkAnchor(rules),
    ...checkCategories(rules.categories),
    ...checkRequirements(rules),
    ...checkCarryOver(rules),
  ];
  // The countable points are only known once the tree is valid.
  return problems.length > 0 ? problems : checkReach(rules);
}

export function checkChecklist(items: readonly ChecklistItem[]): RuleProblem[] {
  return [
    ...checkDoubled(
      items.map(({ code }) => code),
      (index) => `checklist[${index}].code`,
    ),
    ...items.flatMap(({ tracks }, item) =>
      checkDoubled(tracks, (index) => `checklist[${item}].tracks[${index}]`),
    ),
  ];
}

function checkAnchor({ anchor }: Rules): RuleProblem[] {
  if (anchor === null) return [];
  if (parseDay(anchor) === null) {
    return [
      problem(
        'rules.anchor',
        'is not a day of the calendar; write it as YYYY-MM-DD, without a time.',
        'no es un día del calendario; escríbalo como AAAA-MM-DD, sin hora.',
      ),
    ];
  }
  if (anchor >= EARLIEST && anchor <= LATEST) return [];
  return [
    problem(
      'rules.anchor',
      `must lie between ${EARLIEST} and ${LATEST}.`,
      `debe estar entre ${EARLIEST} y ${LATEST}.`,
    ),
  ];
}

/** As for every other day: a year beyond is a typing error. */
const EARLIEST = '1900-01-01';
const LATEST = '2200-12-31';

function checkCarryOver({ carry_over: carry, categories }: Rules): RuleProblem[] {
  if (carry === null) return [];
  return [
    ...checkPoints('rules.carry_over.max_points', carry.max_points),
    ...checkNamedCategories('rules.carry_over.categories', carry.categories, categories),
  ];
}

function checkReach(rules: Rules): RuleProblem[] {
  return rules.requirements.flatMap(({ min_points }, index) => {
    const most = mostCountable(rules, index);
    if (min_points <= most) return [];
    return [
      problem(
        `rules.requirements[${index}].min_points`,
        `asks for ${min_points}, but the caps of its categories let at most ${most} count; lower it or raise the caps.`,
        `pide ${min_points}, pero los topes de sus categorías dejan contar ${most} como máximo; redúzcalo o suba los topes.`,
      ),
    ];
  });
}
