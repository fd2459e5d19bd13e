/**
 * Checks rules and checklists and returns them as they are stored, with every default filled in. Otherwise refuses them
 * and names the paths of the problems.
 */

import {
  type ChecklistItem,
  type ChecklistItemInput,
  checkChecklist,
  checkRules,
  normalizeChecklist,
  normalizeRules,
  problem,
  type RuleProblem,
  type Rules,
  type RulesInput,
} from '@sello/rules';
import { AppError } from '../../kernel/errors.ts';

/** At most this many problems are listed. The rest appear at the next attempt. */
const MOST_SHOWN = 5;

export function checkedRules(input: RulesInput): Rules {
  const rules = normalizeRules(input);
  assertSound([
    ...namesOf(rules.categories, 'rules.categories'),
    ...namesOf(rules.requirements, 'rules.requirements'),
    ...rules.requirements.flatMap(({ any_of }, index) =>
      namesOf(any_of ?? [], `rules.requirements[${index}].any_of`),
    ),
    ...namesOf(rules.reinstatement?.requirements ?? [], 'rules.reinstatement.requirements'),
    ...checkRules(rules),
  ]);
  return rules;
}

export function checkedChecklist(input: readonly ChecklistItemInput[]): ChecklistItem[] {
  const checklist = normalizeChecklist(input);
  assertSound([...namesOf(checklist, 'checklist'), ...checkChecklist(checklist)]);
  return checklist;
}

export function assertSound(problems: readonly RuleProblem[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MOST_SHOWN);
  const left = problems.length - shown.length;
  throw new AppError('invalid_rules', {
    en: [...shown.map(({ message_en }) => message_en), ...(left > 0 ? [`And ${left} more.`] : [])].join(' '),
    es: [...shown.map(({ message_es }) => message_es), ...(left > 0 ? [`Y ${left} más.`] : [])].join(' '),
  });
}

/** Names are shown on one line of a page or a document. */
function namesOf(items: readonly { name: string }[], path: string): RuleProblem[] {
  return items.flatMap(({ name }, index) =>
    name.trim() === '' || /[\p{Cc}\u2028\u2029]/u.test(name)
      ? [
          problem(
            `${path}[${index}].name`,
            'must be one line of text that is not blank.',
            'debe ser una sola línea de texto que no esté en blanco.',
          ),
        ]
      : [],
  );
}
