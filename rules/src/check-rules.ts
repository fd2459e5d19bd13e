/** Everything that a program's rules must satisfy beyond the schema. */

import { checkCalendar } from './checks/check-calendar.ts';
import { checkCarryOver } from './checks/check-carry-over.ts';
import { checkCategories } from './checks/check-categories.ts';
import { checkFirstPoints } from './checks/check-first-points.ts';
import { checkReach } from './checks/check-reach.ts';
import { checkReinstatement } from './checks/check-reinstatement.ts';
import { checkRequirements } from './checks/check-requirements.ts';
import { checkShares } from './checks/check-shares.ts';
import { checkDoubled, problem, type RuleProblem } from './checks/rule-problem.ts';
import { compileRules } from './compile-rules.ts';
import type { ChecklistItem, Rules } from './rules.ts';

/** Lists all problems, in the order of the fields. Without problems, the engine can work with the rules. */
export function checkRules(rules: Rules): RuleProblem[] {
  const problems = [
    ...checkCalendar(rules),
    ...checkCategories(rules.categories),
    ...checkRequirements(rules),
    ...checkShares(rules),
    ...checkCarryOver(rules),
    ...checkReinstatement(rules),
  ];
  // The remaining checks calculate what can count, which needs a valid tree.
  if (problems.length > 0) return problems;
  return [...checkFirstPoints(compileRules(rules)), ...checkReach(rules)];
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
    ...items.flatMap(({ period, keeps_standing }, item) =>
      keeps_standing && period !== 'year'
        ? [
            problem(
              `checklist[${item}].keeps_standing`,
              'goes with the period year only; write false.',
              'solo va con el periodo year; escriba false.',
            ),
          ]
        : [],
    ),
  ];
}
