/** The worked examples of tests/vectors/memberships, as the rule engine takes them. */

import { readFileSync } from 'node:fs';
import type {
  AwardLine,
  DoneEntry,
  Evaluation,
  RequirementResult,
  Term,
} from '../../rules/src/evaluation.ts';
import { normalizeChecklist, normalizeRules } from '../../rules/src/normalize-rules.ts';
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
  /** The checklist of the program. */
  checklist?: ChecklistItemInput[];
  reinstate_on?: string;
  expect: {
    starts_on: string;
    ends_on: string;
    counted: number;
    carried_in: number;
    carries_out: number;
    by_category: Record<string, number>;
    met: boolean;
    requirements: Omit<RequirementResult, 'name'>[];
  } & Partial<
    Pick<Evaluation, 'missing_points' | 'awards' | 'carried' | 'by_unit' | 'shares' | 'checklist' | 'lost_on'>
  >;
}

/** Rules that are refused, and the only path that the refusal names. */
export interface RefusedRules {
  id: string;
  name: string;
  rules: RulesInput;
  path: string;
}

interface VectorMembership {
  starts_on: string;
  tracks?: string[];
  extended_until?: Record<string, string>;
  waivers?: Record<string, Record<string, number>>;
  anchor?: string;
  /** By the number of the term: the first day of a term that follows a lapse. */
  restarts?: Record<string, string>;
  /** By the number of the term: the items that are done. */
  checklist?: Record<string, DoneEntry[]>;
}

export const RULE_SETS: readonly RuleSet[] = readJson<{ rule_sets: RuleSet[] }>(
  '../../rules/rule-sets',
).rule_sets;

export const MEMBERSHIP_VECTORS: readonly MembershipVector[] = ['vectors-given', 'vectors-readings'].flatMap(
  (name) => readJson<{ vectors: MembershipVector[] }>(`../vectors/memberships/${name}`).vectors,
);

const SECOND_EDITION = readJson<{ vectors: MembershipVector[]; invalid: RefusedRules[] }>(
  '../vectors/memberships/vectors-rules-2',
);

export const RULES_2_VECTORS: readonly MembershipVector[] = SECOND_EDITION.vectors;
export const REFUSED_RULES: readonly RefusedRules[] = SECOND_EDITION.invalid;

/** The evaluation in the form of the vectors: without names, and without zeros in `by_category`. */
export function shownLikeVector({ by_category, requirements, reinstatement, ...rest }: Evaluation) {
  const nameless = <T extends { name: string }>({ name: _, ...other }: T) => other;
  return {
    ...rest,
    by_category: Object.fromEntries(
      by_category.filter(({ counted }) => counted > 0).map(({ code, counted }) => [code, counted]),
    ),
    requirements: requirements.map(({ any_of, ...requirement }) => ({
      ...nameless(requirement),
      ...(any_of && { any_of: any_of.map(nameless) }),
    })),
    ...(reinstatement && {
      reinstatement: { ...reinstatement, requirements: reinstatement.requirements.map(nameless) },
    }),
  };
}

export function rulesOf({ rules, rule_set }: MembershipVector): Rules {
  const input = rules ?? RULE_SETS.find(({ id }) => id === rule_set)?.program.rules;
  if (!input) throw new Error(`no rule set ${rule_set}`);
  return normalizeRules(input);
}

export function termsOf(vector: MembershipVector): Term[] {
  const { checklist: done, ...membership } = vector.membership;
  return termChain({
    ...membership,
    rules: rulesOf(vector),
    upTo: vector.term,
    ...(vector.checklist && { checklist: normalizeChecklist(vector.checklist) }),
    ...(done && { done }),
  });
}

function readJson<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`${name}.json`, import.meta.url), 'utf8'));
}
