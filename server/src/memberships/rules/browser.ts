/** What the dashboard runs of the engine in the browser: `@sello/server/rules`. Nothing here knows a server. */

export { checkChecklist, checkRules } from './check-rules.ts';
export { evaluate } from './evaluate.ts';
export type { AwardLine, Because, Evaluation } from './evaluation.ts';
export { normalizeChecklist, normalizeRules } from './normalize-rules.ts';
export type { Category, ChecklistItem, Requirement, Rules, RulesInput } from './rules.ts';
export { termChain } from './terms.ts';
