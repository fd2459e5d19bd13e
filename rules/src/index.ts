/**
 * The public interface of `@sello/rules`. It uses no clock, no randomness and no I/O, so that server and browser always
 * agree.
 */

export { OF_MEMBERSHIP } from './anchor.ts';
export { checkChecklist, checkRules } from './check-rules.ts';
export { MOST_CATEGORIES } from './checks/check-categories.ts';
export { problem, type RuleProblem } from './checks/rule-problem.ts';
export { measureOf } from './compile-rules.ts';
export { addMonths, parseDay, printDay, toDay } from './day.ts';
export { evaluate, evaluateAll } from './evaluate.ts';
export type {
  AlternativeResult,
  AwardLine,
  Because,
  DoneEntry,
  Evaluation,
  ReinstatementResult,
  RequirementResult,
  Term,
} from './evaluation.ts';
export { normalizeChecklist, normalizeRules } from './normalize-rules.ts';
export { fromHundredths, MOST_POINTS, toHundredths } from './points.ts';
export {
  type CarryOver,
  type Category,
  type ChecklistItem,
  type ChecklistItemInput,
  type Condition,
  type MaxShare,
  PERIODS,
  type Period,
  type ReinstatementRequirement,
  type Requirement,
  type Rules,
  type RulesInput,
} from './rules.ts';
export { firstTerm, nextTerm, type TermBounds, termChain, wholeYears } from './terms.ts';
