/** Random memberships for the rule engine: rules of all kinds, lapses, extensions, new versions, awards on edges. */

import fc from 'fast-check';
import type { AwardLine, Waiver } from '../../rules/src/evaluation.ts';
import type { Category, Requirement, Rules } from '../../rules/src/rules.ts';
import { firstTerm, nextTerm } from '../../rules/src/terms.ts';
import { addDaysByDate, addMonthsByDate, type ReferenceTerm } from './reference-count.ts';
import { secondEdition } from './second-edition.ts';

export interface MembershipCase {
  terms: ReferenceTerm[];
  awards: AwardLine[];
}

const CODES = ['a', 'b', 'c', 'd', 'e', 'f'];
const TRACKS = ['x', 'y'];

/** Quarter points, and occasionally hundredths. */
const amount = (most: number) =>
  fc.oneof(
    { weight: 5, arbitrary: fc.integer({ min: 1, max: most * 4 }).map((quarters) => quarters / 4) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: most * 100 }).map((hundredths) => hundredths / 100) },
  );

/** Null once in this many calls. */
const maybe = <T>(arbitrary: fc.Arbitrary<T>, nullOnceIn = 2) =>
  fc.option(arbitrary, { nil: null, freq: nullOnceIn });

/** Null in most calls. */
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: arbitrary.map((value): T | null => value) },
  );

const someCodes = maybe(fc.subarray(CODES, { minLength: 1 }));

const categories: fc.Arbitrary<Category[]> = fc
  .tuple(
    fc.constantFrom(1, 3, 4, 5, 6),
    fc.array(
      fc.record({
        parent: maybe(fc.nat({ max: 3 })),
        max_points: maybe(amount(15)),
        max_points_per_year: seldom(amount(8)),
        max_awards_per_year: seldom(fc.integer({ min: 1, max: 3 })),
      }),
      { minLength: CODES.length, maxLength: CODES.length },
    ),
  )
  .map(([size, drawn]) => {
    // A parent has an earlier position in the list, so there is no cycle.
    const parents = drawn.map(({ parent }, index) =>
      parent === null || parent >= index ? null : (CODES[parent] ?? null),
    );
    const isNode = (code: string | undefined) =>
      parents.slice(0, size).some((parent) => parent !== null && parent === code);
    return drawn.slice(0, size).map((category, index) => ({
      code: CODES[index]!,
      name: CODES[index]!,
      parent: parents[index]!,
      max_points: category.max_points,
      max_points_per_year: isNode(CODES[index]) ? null : category.max_points_per_year,
      max_awards_per_year: isNode(CODES[index]) ? null : category.max_awards_per_year,
    }));
  });

const requirement: fc.Arbitrary<Omit<Requirement, 'code' | 'name'>> = fc
  .record({
    min_points: amount(9),
    categories: someCodes,
    period: fc.constantFrom('term' as const, 'year' as const, 'months' as const),
    months: fc.constantFrom(3, 6, 12, 20, 24, 36, 72),
    from_term: fc.constantFrom(1, 1, 1, 2),
    to_term: fc.constantFrom(null, null, 2),
    prorate_first: fc.boolean(),
    tracks: fc.constantFrom([], [], ['x'], ['x', 'y']),
  })
  .map((drawn) => ({
    ...drawn,
    months: drawn.period === 'months' ? drawn.months : null,
    prorate_first: drawn.period === 'term' && drawn.prorate_first,
  }));

const someDay = fc.oneof(
  fc.integer({ min: 0, max: 2200 }).map((days) => addDaysByDate('2018-06-01', days)),
  fc.constantFrom('2020-02-29', '2019-12-31', '2020-01-30', '2021-02-28', '2020-08-31', '2020-01-01'),
);

const someRules: fc.Arbitrary<Rules> = fc
  .record({
    term_months: fc.constantFrom(1, 6, 12, 12, 14, 18, 24, 36),
    anchor: maybe(someDay),
    categories,
    requirements: fc.array(requirement, { maxLength: 4 }),
    carry_over: maybe(
      fc.record({
        max_points: amount(10),
        earned_within_months: fc.constantFrom(1, 6, 12, 40),
        categories: someCodes,
      }),
    ),
  })
  .map((drawn) => {
    const known = drawn.categories.map(({ code }) => code);
    const within = (codes: readonly string[] | null) => {
      const kept = codes?.filter((code) => known.includes(code)) ?? [];
      return kept.length > 0 ? kept : null;
    };
    return {
      ...drawn,
      requirements: drawn.requirements.map((one, index) => ({
        ...one,
        code: `r${index}`,
        name: `r${index}`,
        categories: within(one.categories),
      })),
      carry_over: drawn.carry_over && {
        ...drawn.carry_over,
        categories: within(drawn.carry_over.categories),
      },
      grace_days: 0,
      renewal_opens_days: 120,
    };
  });

interface Step {
  gapDays: number;
  newVersion: boolean;
  extendedDays: number;
  waiver: number | null;
  tracks: string[];
}

const step: fc.Arbitrary<Step> = fc.record({
  gapDays: fc.constantFrom(0, 0, 0, 0, 1, 40, 400),
  newVersion: fc.constantFrom(false, false, false, true),
  extendedDays: fc.constantFrom(0, 0, 0, 20, 200, 700),
  waiver: seldom(fc.constantFrom(0, 1.5, 4)),
  tracks: fc.subarray(TRACKS),
});

interface CaseOptions {
  extensions?: boolean;
  carryOver?: boolean;
  terms?: number;
  awards?: number;
  /** The edition of the rules for which the case holds. If left out, it holds for both. */
  edition?: 1 | 2;
}

/** A membership and the awards of its member. */
export function membershipCase(options: CaseOptions = {}): fc.Arbitrary<MembershipCase> {
  const { extensions = true, carryOver = true, edition } = options;
  const first = carryOver ? someRules : someRules.map((rules) => ({ ...rules, carry_over: null }));
  const second = secondEdition(first);
  const rules = edition === 1 ? first : edition === 2 ? second : fc.oneof(first, second);
  return fc
    .record({
      versions: fc.tuple(rules, rules),
      anchor: someDay,
      start: someDay,
      steps: fc.array(step, { minLength: 1, maxLength: options.terms ?? 4, size: 'max' }),
      awards: fc.array(
        fc.record({
          inside: fc.constantFrom(true, true, true, false),
          where: fc.nat({ max: 9_999 }),
          edge: seldom(fc.nat({ max: 30 })),
          category: fc.constantFrom(...CODES, 'a', 'b', 'b', 'c', 'd'),
          points: amount(9),
        }),
        { maxLength: options.awards ?? 16, size: 'max' },
      ),
    })
    .map(({ versions: [one, two], anchor, start, steps, awards }) => {
      const terms = chain(
        [one, two],
        anchor,
        start,
        extensions ? steps : steps.map((s) => ({ ...s, extendedDays: 0 })),
      );
      return { terms, awards: placeAwards(terms, awards) };
    });
}

function chain(
  [one, two]: [Rules, Rules],
  anchor: string,
  start: string,
  steps: readonly Step[],
): ReferenceTerm[] {
  const terms: ReferenceTerm[] = [];
  let version = 1;
  for (const [index, { gapDays, newVersion, extendedDays, waiver, tracks }] of steps.entries()) {
    if (newVersion && index > 0) version = 2;
    const rules = version === 1 ? one : two;
    const last = terms.at(-1);
    const afterGap = last && addDaysByDate(last.ends_on, 1 + gapDays);
    const bounds =
      last && gapDays === 0 ? nextTerm(terms, rules, anchor) : firstTerm(rules, afterGap ?? start, anchor);
    const goesOn =
      last &&
      gapDays === 0 &&
      (rules.anchor === null || rules.anchor.length === 5) &&
      last.rules.anchor === rules.anchor &&
      last.rules.term_months === rules.term_months;
    const waivers: Waiver[] = waiver === null ? [] : [{ requirement: 'r0', min_points: waiver }];
    terms.push({
      number: index + 1,
      ...bounds,
      rules,
      program_version: version,
      tracks,
      extended_until: extendedDays === 0 ? null : addDaysByDate(bounds.ends_on, extendedDays),
      waivers,
      anchor,
      origin: goesOn ? last.origin : originOf(rules.anchor, anchor, bounds.starts_on),
    });
    // A term that is followed by a lapse gets no extension, because the lapse would begin after it.
    const lapsesNext = (steps[index + 1]?.gapDays ?? 0) > 0;
    if (lapsesNext) terms.at(-1)!.extended_until = null;
  }
  return terms;
}

/** The day from which boundaries are counted in a chain of terms that begins here. */
function originOf(asked: string | null, own: string, starts: string): string {
  if (asked === null) return starts;
  if (asked === 'membership') return own;
  if (asked.length > 5) return asked;
  const year = Number(starts.slice(0, 4));
  return `${starts.slice(5) <= asked ? year : year + 1}-${asked}`;
}

/** Places awards mostly inside the terms, but often on the first and last days of terms, extensions and years. */
function placeAwards(
  terms: readonly ReferenceTerm[],
  drawn: readonly { where: number; inside: boolean; edge: number | null; category: string; points: number }[],
): AwardLine[] {
  const around = {
    starts_on: addMonthsByDate(terms[0]!.starts_on, -20),
    ends_on: addMonthsByDate(terms.at(-1)!.ends_on, 10),
  };
  const edges = terms.flatMap(({ starts_on, ends_on, extended_until }) => [
    starts_on,
    ends_on,
    extended_until ?? ends_on,
    addDaysByDate(extended_until ?? ends_on, 1),
    addMonthsByDate(starts_on, 12),
    addDaysByDate(addMonthsByDate(starts_on, 12), -1),
  ]);
  return drawn.map(({ where, inside, edge, category, points }, index) => {
    const { starts_on, ends_on } = inside ? terms[where % terms.length]! : around;
    const days = (Date.parse(ends_on) - Date.parse(starts_on)) / 86_400_000 + 1;
    return {
      id: `w${String(index).padStart(3, '0')}`,
      completed_on:
        edge === null
          ? addDaysByDate(starts_on, Math.floor((days * where) / 10_000))
          : edges[edge % edges.length]!,
      category,
      points,
    };
  });
}
