/** Random rules of the second edition. Everything that checkRules refuses is removed, so that all rules are valid. */

import fc from 'fast-check';
import { checkRules } from '../../rules/src/check-rules.ts';
import type { Category, Requirement, Rules } from '../../rules/src/rules.ts';

const seldom = <T>(arbitrary: fc.Arbitrary<T>, weight = 3) =>
  fc.oneof(
    { weight, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: arbitrary.map((value): T | null => value) },
  );

const quarters = (most: number) => fc.integer({ min: 1, max: most * 4 }).map((value) => value / 4);

const forCategory = fc.record({
  unit: seldom(fc.constantFrom('lp', 'hours'), 5),
  multiplier: fc.constantFrom(1, 1, 1, 0.5, 0.33, 1.5, 2, 3),
  multiplier_first_points: seldom(quarters(6)),
  max_points_per_award: seldom(quarters(4)),
  max_points_per_year: seldom(quarters(8)),
  max_share: seldom(
    fc.record({
      percent: fc.integer({ min: 1, max: 99 }),
      of: fc.constantFrom<'counted' | string[]>('counted', ['r0'], ['r0', 'r1']),
    }),
  ),
});

const measure = fc.oneof(
  { weight: 3, arbitrary: quarters(9).map((min_points) => ({ min_points })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ min_awards: fc.integer({ min: 1, max: 4 }), each: seldom(quarters(4), 1) })
      .map(({ min_awards, each: each_points }) => ({ min_awards, each_points })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ min_categories: fc.integer({ min: 1, max: 3 }), each: seldom(quarters(4), 1) })
      .map(({ min_categories, each: each_points }) => ({ min_categories, each_points })),
  },
);

const condition = fc.record({
  measure,
  period: fc.constantFrom('term' as const, 'term' as const, 'year' as const, 'months' as const),
  months: fc.constantFrom(6, 12, 30),
  categories: fc.option(fc.subarray(['a', 'b', 'c', 'd', 'e', 'f'], { minLength: 1 }), { nil: null }),
});

const forRequirement = fc.record({
  own: condition,
  alternatives: seldom(fc.array(condition, { minLength: 2, maxLength: 3 })),
  every_terms: fc.constantFrom(1, 1, 2),
  late_points: seldom(quarters(3), 1),
  keeps_standing: fc.boolean(),
});

const forRules = fc.record({
  anchor: fc.constantFrom<string | null | undefined>(undefined, undefined, '01-01', '08-31', 'membership'),
  first_term_min_months: fc.constantFrom(0, 0, 3, 12, 24),
  categories: fc.array(forCategory, { minLength: 6, maxLength: 6 }),
  requirements: fc.array(forRequirement, { minLength: 4, maxLength: 4 }),
  max_points: seldom(quarters(10), 1),
  earned_within_months: fc.constantFrom(null, 6, 12),
  terms: fc.integer({ min: 1, max: 3 }),
  by_category: fc.array(
    fc.record({
      category: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      max_points: seldom(quarters(4), 1),
      as: seldom(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), 1),
    }),
    { maxLength: 2 },
  ),
});

export function secondEdition(first: fc.Arbitrary<Rules>): fc.Arbitrary<Rules> {
  return fc.tuple(first, forRules).map(([rules, more]) => {
    const codes = new Set(rules.categories.map(({ code }) => code));
    const within = (named: string[] | null) => {
      const kept = named?.filter((code) => codes.has(code)) ?? [];
      return kept.length > 0 ? kept : null;
    };
    const conditionOf = ({
      measure: asked,
      period,
      months,
      categories,
    }: (typeof more.requirements)[0]['own']) => ({
      ...asked,
      period,
      months: period === 'months' ? months : null,
      categories: within(categories),
      prorate_first: period === 'term' && 'min_points' in asked && months === 12,
    });
    return sound({
      ...rules,
      ...(more.anchor !== undefined && { anchor: more.anchor }),
      first_term_min_months: Math.min(more.first_term_min_months, rules.term_months),
      categories: rules.categories.map((category, index) => ({ ...category, ...more.categories[index]! })),
      requirements: rules.requirements.map((requirement, index): Requirement => {
        const { own, alternatives, late_points, keeps_standing, every_terms } = more.requirements[index]!;
        const { code, name, from_term, to_term, tracks } = requirement;
        const shared = { code, name, from_term, to_term, tracks, every_terms };
        if (!alternatives) return { ...shared, ...conditionOf(own), late_points, keeps_standing };
        const any_of = alternatives.map((one, at) => ({
          code: `x${at}`,
          name: `x${at}`,
          ...conditionOf(one),
        }));
        return { ...shared, any_of, categories: null, months: null, prorate_first: false };
      }),
      carry_over: rules.carry_over && {
        ...rules.carry_over,
        max_points: more.max_points,
        earned_within_months: more.earned_within_months,
        terms: more.terms,
        by_category: more.by_category,
      },
    });
  });
}

/** Removes the refused fields, one problem after the other. */
function sound(drawn: Rules): Rules {
  let rules = drawn;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const [problem] = checkRules(rules);
    if (!problem) return rules;
    rules = without(rules, problem.path);
  }
  throw new Error(`rules stay unsound: ${checkRules(rules)[0]?.path}`);
}

function without(rules: Rules, path: string): Rules {
  const [, list = '', at = '', field = ''] = /^rules\.(\w+)(?:\[(\d+)\])?\.?(\w*)/.exec(path) ?? [];
  const index = Number(at);
  if (list === 'requirements') {
    const { keeps_standing: _, late_points: __, ...rest } = rules.requirements[index]!;
    const mended = field === 'keeps_standing' || field === 'late_points' ? [rest] : [];
    return { ...rules, requirements: rules.requirements.toSpliced(index, 1, ...mended) };
  }
  if (list === 'categories') {
    const category = rules.categories[index]!;
    const mended: Category =
      field === 'multiplier'
        ? { ...category, multiplier: 1, multiplier_first_points: null }
        : { ...category, [field]: null };
    return { ...rules, categories: rules.categories.toSpliced(index, 1, mended) };
  }
  if (list === 'carry_over' && rules.carry_over && /by_category/.test(path)) {
    return { ...rules, carry_over: { ...rules.carry_over, by_category: [] } };
  }
  if (list === 'carry_over') return { ...rules, carry_over: null };
  return { ...rules, [list]: list === 'first_term_min_months' ? 0 : null };
}
