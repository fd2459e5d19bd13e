/** Whether open terms can be counted by a new version: their days stay, and no award loses its category. */

import { problem, type RuleProblem, type Rules } from '@sello/rules';
import type { Tools } from '../../operations/operation.ts';
import { assertSound } from './checked-rules.ts';
import { readRules } from './pg-programs.ts';
import type { OpenTerms } from './ports.ts';
import type { Program } from './program.ts';
import { categoryInUse } from './refusals.ts';

/** Considers every earlier version, because open terms may have been opened with any of them. */
export async function assertMovable(
  tools: Pick<Tools, 'query'>,
  openTerms: OpenTerms,
  before: Program,
  after: Program,
): Promise<void> {
  const versions = await openTerms.versionsInUse(tools, before.id);
  const inUse = [before.rules, ...(await readRules(tools, before.id, versions))];
  assertSound(inUse.flatMap((rules) => checkCalendar(rules, after.rules)).slice(0, 1));
  const kept = leavesOf(after.rules);
  const lost = new Set(inUse.flatMap((rules) => [...leavesOf(rules)]).filter((code) => !kept.has(code)));
  const missed = lost.size === 0 ? [] : await openTerms.categoriesInUse(tools, before.id, [...lost]);
  if (missed.length > 0) throw categoryInUse(missed);
}

/** The dates of open terms are fixed, so the new rules must give the same dates. */
function checkCalendar(before: Rules, after: Rules): RuleProblem[] {
  return (['term_months', 'anchor', 'first_term_min_months'] as const)
    .filter((field) => (before[field] ?? 0) !== (after[field] ?? 0))
    .map((field) =>
      problem(
        `rules.${field}`,
        `is ${before[field] ?? 0} in open terms and cannot change for them; leave out applies_to, or keep this value.`,
        `es ${before[field] ?? 0} en los periodos abiertos y no puede cambiar para ellos; omita applies_to o consérvelo.`,
      ),
    );
}

function leavesOf({ categories }: Rules): Set<string> {
  const parents = new Set(categories.map(({ parent }) => parent));
  return new Set(categories.map(({ code }) => code).filter((code) => !parents.has(code)));
}
