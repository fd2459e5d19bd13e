import { expect, test } from 'vitest';
import { MEMBERSHIP_VECTORS, termsOf } from '../../tests/harness/membership-vectors.ts';
import { evaluate } from './evaluate.ts';

test('M1 there are worked examples at all', () => {
  expect(MEMBERSHIP_VECTORS.length).toBeGreaterThanOrEqual(47);
});

for (const vector of MEMBERSHIP_VECTORS) {
  test(`M1 ${vector.id}: ${vector.name}`, () => {
    const { by_category, requirements, ...evaluation } = evaluate(
      termsOf(vector),
      vector.awards,
      vector.term,
      '2030-01-01',
    );
    const shown = {
      ...evaluation,
      by_category: Object.fromEntries(
        by_category.filter(({ counted }) => counted > 0).map(({ code, counted }) => [code, counted]),
      ),
      requirements: requirements.map(({ name: _, ...requirement }) => requirement),
    };
    expect(shown).toMatchObject(vector.expect);
    expect(shown.by_category).toEqual(vector.expect.by_category);
    expect(shown.requirements).toEqual(vector.expect.requirements);
  });
}
