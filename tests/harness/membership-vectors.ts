/** The worked examples of tests/vectors/memberships, as the rule engine takes them. */

import { readFileSync } from 'node:fs';
import type { AwardLine, RequirementResult, Term } from '../../rules/src/evaluation.ts';
import { normalizeRules } from '../../rules/src/normalize-rules.ts';
import type { ChecklistItemInput, Rules, RulesInput } from '../../rules/src/rules.ts';
import { termChain } from '../../rules/src/terms.ts';

interface RuleSet {
  id: string;
  body: string;
  program: { name: string; unit: string; checklist: ChecklistItemInput[]; rules: RulesInput };
}

export interface MembershipVector {
  id: string;
  name: string;
  rule_set?: string;
  rules?: RulesInput;
  membership: VectorMembership;
  term: number;
  awards: AwardLine[];
  expect: {
    starts_on: string;
    ends_on: string;
    counted: number;
    carried_in: number;
    carries_out: number;
    by_category: Record<string, number>;
    met: boolean;
    requirements: Omit<RequirementResult, 'name'>[];
  };
}

interface VectorMembership {
  starts_on: string;
  tracks?: string[];
  extended_until?: Record<string, string>;
  waivers?: Record<string, Record<string, number>>;
}

export const RULE_SETS: readonly RuleSet[] = readJson<{ rule_sets: RuleSet[] }>(
  '../../rules/rule-sets',
).rule_sets;

export const MEMBERSHIP_VECTORS: readonly MembershipVector[] = ['vectors-given', 'vectors-readings'].flatMap(
  (name) => readJson<{ vectors: MembershipVector[] }>(`../vectors/memberships/${name}`).vectors,
);

function rulesOf({ rules, rule_set }: MembershipVector): Rules {
  const input = rules ?? RULE_SETS.find(({ id }) => id === rule_set)?.program.rules;
  if (!input) throw new Error(`no rule set ${rule_set}`);
  return normalizeRules(input);
}

export function termsOf(vector: MembershipVector): Term[] {
  return termChain({ ...vector.membership, rules: rulesOf(vector), upTo: vector.term });
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));
}
