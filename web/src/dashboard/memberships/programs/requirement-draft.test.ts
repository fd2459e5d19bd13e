import { checkRules, normalizeRules, type Requirement, type RulesInput } from '@sello/rules';
import { expect, test } from 'vitest';
import { ASKED, askedOf, withAsked, withMeasure, withPeriod } from './requirement-draft.ts';

const late: Requirement = {
  code: 'total',
  name: 'Total',
  min_points: 50,
  late_points: 5,
  categories: null,
  period: 'term',
  months: null,
  prorate_first: true,
  from_term: 2,
  to_term: 9,
  every_terms: 2,
  tracks: ['examen'],
};

const program = (requirement: Requirement): RulesInput => ({
  term_months: 36,
  categories: [
    { code: 'emc', name: 'EMC' },
    { code: 'otros', name: 'Otros' },
  ],
  requirements: [requirement],
});

const named = (requirement: Requirement): Requirement =>
  typeof requirement.min_categories === 'number'
    ? { ...requirement, categories: ['emc', 'otros'] }
    : requirement;

test.each(ASKED)(
  'a requirement that is made to ask for %s leaves nothing behind that is refused',
  (asked) => {
    for (const from of [late, withAsked(late, 'any_of', 'Opción'), withAsked(late, 'min_awards', 'Opción')]) {
      const changed = withAsked(from, asked, 'Opción');
      expect(askedOf(changed)).toBe(asked);
      // Through JSON, as it is sent and stored.
      const sent = JSON.parse(JSON.stringify(program(named(changed)))) as RulesInput;
      expect(checkRules(normalizeRules(sent))).toEqual([]);
      expect(changed).toMatchObject({ from_term: 2, to_term: 9, every_terms: 2, tracks: ['examen'] });
    }
  },
);

test('the first of several options is what was asked for before', () => {
  const [first, second] = withAsked(late, 'any_of', 'Opción').any_of ?? [];
  expect(first).toMatchObject({ name: 'Opción 1', min_points: 50, prorate_first: true });
  expect(second).toMatchObject({ name: 'Opción 2', min_points: 10 });
});

test.each(['term', 'year', 'months'] as const)('in %s only the fields of that period stay', (period) => {
  const changed = withPeriod({ ...late, keeps_standing: true }, period);
  expect(checkRules(normalizeRules(program(changed))).filter(({ path }) => !path.endsWith('period'))).toEqual(
    [],
  );
});

test('a measure takes the place of another', () => {
  expect({ ...late, ...withMeasure('min_awards') }).toMatchObject({ min_points: undefined, min_awards: 1 });
});
