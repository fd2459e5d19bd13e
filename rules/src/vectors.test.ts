import { expect, test } from 'vitest';
import {
  MEMBERSHIP_VECTORS,
  type MembershipVector,
  REFUSED_RULES,
  RULES_2_VECTORS,
  shownLikeVector,
  termsOf,
} from '../../tests/harness/membership-vectors.ts';
import { checkRules } from './check-rules.ts';
import { evaluate } from './evaluate.ts';
import { normalizeRules } from './normalize-rules.ts';

const DAY = '2030-01-01';

/** Fields of the second edition, which are in the answer only if they apply. */
const WHERE_THEY_APPLY = ['carried', 'by_unit', 'shares', 'checklist', 'lost_on', 'reinstatement'];

function evaluated(vector: MembershipVector) {
  const { awards, ...evaluation } = evaluate(
    termsOf(vector),
    vector.awards,
    vector.term,
    DAY,
    vector.reinstate_on,
  );
  // The examples list a term's own lines. Answers also list those in the gaps beside the term.
  return shownLikeVector({
    ...evaluation,
    awards: awards.filter(({ because }) => because !== 'outside_terms'),
  });
}

test('M1 there are worked examples at all', () => {
  expect(MEMBERSHIP_VECTORS.length).toBeGreaterThanOrEqual(47);
  expect(RULES_2_VECTORS.length).toBeGreaterThanOrEqual(45);
  expect(REFUSED_RULES.length).toBeGreaterThanOrEqual(24);
});

for (const vector of MEMBERSHIP_VECTORS) {
  test(`M1 ${vector.id}: ${vector.name}`, () => {
    const shown = evaluated(vector);
    expect(shown).toMatchObject(vector.expect);
    expect(shown.by_category).toEqual(vector.expect.by_category);
    expect(shown.requirements).toEqual(vector.expect.requirements);
  });
}

for (const vector of RULES_2_VECTORS) {
  test(`M1 ${vector.id}: ${vector.name}`, () => {
    const shown = evaluated(vector);
    const asked = Object.fromEntries(
      Object.entries(shown).filter(([key]) => key in vector.expect || WHERE_THEY_APPLY.includes(key)),
    );
    expect(asked).toEqual(vector.expect);
  });

  test(`the rules of ${vector.id} are sound`, () => {
    expect(vector.rules && checkRules(normalizeRules(vector.rules))).toEqual([]);
  });
}

for (const { id, name, rules, path } of REFUSED_RULES) {
  test(`${id}: ${name} is refused at ${path}`, () => {
    expect(checkRules(normalizeRules(rules)).map((problem) => problem.path)).toEqual([path]);
  });
}
