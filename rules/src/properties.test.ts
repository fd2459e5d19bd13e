import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MembershipCase, membershipCase } from '../../tests/harness/membership-cases.ts';
import { isUnder, yearsByDate } from '../../tests/harness/reference-count.ts';
import { evaluateAll } from './evaluate.ts';
import type { AwardLine, Evaluation } from './evaluation.ts';
import { inOrder } from './lines.ts';
import { fromHundredths, toHundredths } from './points.ts';
import { settleTerms } from './settle-terms.ts';

const DAY = '2030-01-01';
// `npm run test:chaos` makes many more runs.
const RUNS = { numRuns: Number(process.env.SELLO_RULE_RUNS ?? 500) };

const sum = (values: readonly number[]) =>
  fromHundredths(values.reduce((total, value) => total + toHundredths(value), 0));

function everyTerm(
  cases: fc.Arbitrary<MembershipCase>,
  check: (evaluation: Evaluation, index: number, all: Evaluation[], given: MembershipCase) => void,
): void {
  fc.assert(
    fc.property(cases, (given) => {
      const all = evaluateAll(given.terms, given.awards, DAY);
      all.forEach((evaluation, index) => void check(evaluation, index, all, given));
    }),
    RUNS,
  );
}

test('M2 the order of posting does not matter, nor the order of the terms given', () => {
  const shuffled = membershipCase().chain(({ terms, awards }) =>
    fc.record({
      terms: fc.constant(terms),
      awards: fc.constant(awards),
      otherTerms: fc.shuffledSubarray(terms, { minLength: terms.length }),
      otherAwards: fc.shuffledSubarray(awards, { minLength: awards.length }),
    }),
  );
  fc.assert(
    fc.property(shuffled, ({ terms, awards, otherTerms, otherAwards }) => {
      expect(evaluateAll(otherTerms, otherAwards, DAY)).toEqual(evaluateAll(terms, awards, DAY));
    }),
    RUNS,
  );
});

test('a revoked award leaves no trace: everything else is evaluated as if it had never existed', () => {
  fc.assert(
    fc.property(membershipCase(), fc.nat(), ({ terms, awards }, which) => {
      const rest = awards.filter((_, index) => index !== which % Math.max(1, awards.length));
      const fresh = evaluateAll(structuredClone(terms), rest, DAY);
      evaluateAll(terms, awards, DAY);
      expect(evaluateAll(terms, rest, DAY)).toEqual(fresh);
    }),
    RUNS,
  );
});

describe('what counts', () => {
  test('is at most the cap of every node', () => {
    everyTerm(membershipCase(), ({ by_category }, index, _, { terms }) => {
      const { rules } = terms[index]!;
      for (const { code, max_points } of rules.categories) {
        const under = by_category.filter((entry) => isUnder(rules, entry.code, [code]));
        expect(sum(under.map(({ counted }) => counted))).toBeLessThanOrEqual(max_points ?? Infinity);
      }
    });
  });

  test('is at most the yearly caps of every leaf and year', () => {
    everyTerm(membershipCase({ extensions: false }), ({ awards }, index, _, given) => {
      const term = given.terms[index]!;
      const counting = awards.map((result) => ({ ...lineOf(given, result.id), ...result }));
      for (const { code, max_points_per_year, max_awards_per_year } of term.rules.categories) {
        for (const { starts_on, ends_on } of yearsByDate(term)) {
          const counted = counting
            .filter((line) => line.category === code && line.counted > 0)
            .filter(({ completed_on: day }) => starts_on <= day && day <= ends_on)
            .map((line) => line.counted);
          expect(sum(counted)).toBeLessThanOrEqual(max_points_per_year ?? Infinity);
          expect(counted.length).toBeLessThanOrEqual(max_awards_per_year ?? Infinity);
        }
      }
    });
  });

  test('is the sum of the awards and of what was carried in, by category and by year too', () => {
    everyTerm(
      membershipCase({ edition: 1 }),
      ({ awards, counted, carried_in, by_category, by_year, earned }, index, _, { terms }) => {
        const own = sum(awards.map((award) => award.counted));
        expect(sum(by_category.map((category) => category.counted))).toBe(counted);
        expect(sum(by_category.map((category) => category.earned))).toBe(earned);
        expect(sum(by_year.map((year) => year.counted))).toBe(counted);
        expect(sum([own, carried_in])).toBeGreaterThanOrEqual(counted);
        // Everything carried in counts if the rules are still those under which the points were earned.
        if (terms[index]!.rules === terms[index - 1]?.rules) expect(sum([own, carried_in])).toBe(counted);
      },
    );
  });

  test('says of every award that counts less why, and a cap that it names is full', () => {
    everyTerm(membershipCase({ extensions: false, edition: 1 }), (evaluation, index, _, given) => {
      const term = given.terms[index]!;
      for (const { id, counted, because } of evaluation.awards) {
        const { points, completed_on, category } = lineOf(given, id);
        expect(because === null).toBe(counted === points);
        const code = because?.split(':')[1] ?? '';
        if (because?.startsWith('cap:')) {
          const under = evaluation.by_category.filter((entry) => isUnder(term.rules, entry.code, [code]));
          const cap = term.rules.categories.find((one) => one.code === code)!.max_points;
          expect(sum(under.map((entry) => entry.counted))).toBe(cap);
        }
        if (because?.startsWith('yearly_cap:')) {
          expect(code).toBe(category);
          const year = yearsByDate(term).find(({ ends_on }) => completed_on <= ends_on)!;
          const ofYear = evaluation.awards.filter((other) => {
            const line = lineOf(given, other.id);
            return (
              line.category === code &&
              year.starts_on <= line.completed_on &&
              line.completed_on <= year.ends_on
            );
          });
          const cap = term.rules.categories.find((one) => one.code === code)!.max_points_per_year;
          expect(sum(ofYear.map((other) => other.counted))).toBe(cap);
        }
        if (because === 'outside_terms') expect(inTerms(given, completed_on)).toBe(false);
      }
    });
  });
});

describe('M8 what is carried', () => {
  test('is at most the cap, comes only out of a met term, and never crosses a gap', () => {
    everyTerm(membershipCase({ edition: 1 }), ({ carries_out, met }, index, all, { terms }) => {
      const { carry_over } = terms[index]!.rules;
      expect(carries_out).toBeLessThanOrEqual(carry_over ? (carry_over.max_points ?? Infinity) : 0);
      if (!met) expect(carries_out).toBe(0);
      if (all[index + 1]) expect(all[index + 1]!.carried_in).toBe(carries_out);
      const previous = terms[index - 1];
      if (index === 0 || previous!.ends_on < dayBefore(terms[index]!.starts_on))
        expect(all[index]!.carried_in).toBe(0);
    });
  });

  test('is never carried twice: a term hands on at most what its own awards counted', () => {
    everyTerm(membershipCase({ edition: 1 }), ({ carries_out, awards }) => {
      expect(carries_out).toBeLessThanOrEqual(sum(awards.map(({ counted }) => counted)));
    });
  });

  test('is nothing that a term or year requirement needs: without it the term still meets them', () => {
    const cases = membershipCase({ edition: 1 });
    fc.assert(
      fc.property(cases, ({ terms, awards }) => {
        for (const { term, carriesOut } of settleTerms(terms, awards)) {
          if (carriesOut.length === 0) continue;
          const gone = new Map(carriesOut.map(({ order, carried }) => [order, carried]));
          const left = inOrder(awards).flatMap(({ id, order, points }) => {
            const award = awards.find((one) => one.id === id)!;
            const rest = points - (gone.get(order) ?? 0);
            return rest > 0 ? [{ ...award, points: fromHundredths(rest) }] : [];
          });
          const without = evaluateAll(terms, left, DAY).find((one) => one.term === term.number)!;
          const unmet = without.requirements.filter(
            ({ code, met }) =>
              !met && term.rules.requirements.find((r) => r.code === code)!.period !== 'months',
          );
          expect(unmet).toEqual([]);
        }
      }),
      RUNS,
    );
  });
});

/**
 * With carry-over, an award can hurt a later term, because it may displace a carried award from a category that is
 * needed there. With an extension, an award can move another one to the next term. So only the following is promised.
 */
describe('more points never hurt', () => {
  const extra = fc.record({ which: fc.nat(), points: fc.integer({ min: 1, max: 900 }).map(fromHundredths) });

  const withMore = ({ awards }: MembershipCase, which: number, points: number): AwardLine[] => {
    const like = awards[which % awards.length];
    return like ? [...awards, { ...like, id: 'more', points }] : awards;
  };

  /**
   * The numbers of a requirement with alternatives are those of the chosen alternative. The choice may change, so each
   * alternative is compared with itself.
   */
  function expectNoWorse(before: Evaluation, after: Evaluation): void {
    expect(after.counted).toBeGreaterThanOrEqual(before.counted);
    if (before.met) expect(after.met).toBe(true);
    const isOneMeasure = before.requirements.every(({ any_of }) => any_of === undefined);
    if (isOneMeasure) expect(after.missing_points).toBeLessThanOrEqual(before.missing_points);
    before.requirements.forEach((requirement, index) => {
      const now = after.requirements[index]!;
      if (requirement.met) expect(now.met).toBe(true);
      const conditions = requirement.any_of ?? [requirement];
      conditions.forEach(({ have, missing }, at) => {
        const same = (now.any_of ?? [now])[at]!;
        expect(same.have).toBeGreaterThanOrEqual(have);
        expect(same.missing).toBeLessThanOrEqual(missing);
      });
    });
  }

  test('in any term, where nothing is carried or extended', () => {
    fc.assert(
      fc.property(
        membershipCase({ extensions: false, carryOver: false }),
        extra,
        (given, { which, points }) => {
          const before = evaluateAll(given.terms, given.awards, DAY);
          const after = evaluateAll(given.terms, withMore(given, which, points), DAY);
          before.forEach((evaluation, index) => void expectNoWorse(evaluation, after[index]!));
        },
      ),
      RUNS,
    );
  });

  test('in the term of the award and those before it, where nothing is extended', () => {
    fc.assert(
      fc.property(membershipCase({ extensions: false }), extra, (given, { which, points }) => {
        const more = withMore(given, which, points);
        const day = more.at(-1)?.completed_on ?? '';
        const before = evaluateAll(given.terms, given.awards, DAY);
        const after = evaluateAll(given.terms, more, DAY);
        const upTo = before.filter(({ ends_on, starts_on }) => starts_on <= day || ends_on < day);
        upTo
          .slice(-1)
          .forEach((evaluation) => void expectNoWorse(evaluation, after[before.indexOf(evaluation)]!));
        upTo.slice(0, -1).forEach((evaluation) => {
          expect(after[before.indexOf(evaluation)]!.requirements).toEqual(evaluation.requirements);
        });
      }),
      RUNS,
    );
  });
});

function lineOf({ awards }: MembershipCase, id: string): AwardLine {
  return awards.find((award) => award.id === id)!;
}

function inTerms({ terms }: MembershipCase, day: string): boolean {
  return terms.some(({ starts_on, ends_on }) => starts_on <= day && day <= ends_on);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
