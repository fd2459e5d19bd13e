import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../tests/harness/cpu-ms.ts';
import { evaluate, evaluateAll } from './evaluate.ts';
import type { AwardLine, Term } from './evaluation.ts';
import { normalizeRules } from './normalize-rules.ts';
import type { CategoryInput, RequirementInput, Rules, RulesInput } from './rules.ts';
import { firstTerm, nextTerm, termChain } from './terms.ts';

const DAY = '2030-01-01';

const leaf = (code: string, more: Partial<CategoryInput> = {}): CategoryInput => ({
  code,
  name: code,
  ...more,
});
const ask = (code: string, min_points: number, more: Partial<RequirementInput> = {}): RequirementInput => ({
  code,
  min_points,
  period: 'term',
  ...more,
});

function rules(more: Partial<RulesInput> = {}): Rules {
  return normalizeRules({ term_months: 12, categories: [leaf('a'), leaf('b')], requirements: [], ...more });
}

/** Awards from entries such as `['2020-06-01', 'a', 5]`. Without an id, an award gets one from its position. */
function awards(...lines: [day: string, category: string, points: number, id?: string][]): AwardLine[] {
  return lines.map(([completed_on, category, points, id], index) => ({
    id: id ?? `w${index + 1}`,
    completed_on,
    category,
    points,
  }));
}

const chain = (of: Rules, upTo: number, extended_until: Record<string, string> = {}) =>
  termChain({ starts_on: '2020-01-01', rules: of, upTo, extended_until });

test('points add up as decimals do: 0.1 + 0.2 = 0.3', () => {
  const { counted, met, requirements } = evaluate(
    chain(rules({ requirements: [ask('t', 0.3)] }), 1),
    awards(['2020-02-01', 'a', 0.1], ['2020-02-01', 'a', 0.2]),
    1,
    DAY,
  );
  expect({ counted, met, have: requirements[0]?.have }).toEqual({ counted: 0.3, met: true, have: 0.3 });
});

test('a term that the membership does not have is an error of the caller', () => {
  expect(() => evaluate(chain(rules(), 2), [], 3, DAY)).toThrow(RangeError);
});

test('as_of, version and extension are passed through', () => {
  const [term] = chain(rules(), 1, { 1: '2021-02-01' });
  expect(evaluate([{ ...term!, program_version: 7 }], [], 1, DAY)).toMatchObject({
    as_of: DAY,
    program_version: 7,
    extended_until: '2021-02-01',
  });
});

describe('an award that counts less says why', () => {
  const becauseOf = (of: Rules, lines: AwardLine[]) =>
    evaluate(chain(of, 1), lines, 1, DAY).awards.map(({ id, counted, because }) => [id, counted, because]);

  test('cap of its leaf, of a node above, of the year', () => {
    const categories = [
      leaf('p', { max_points: 12 }),
      leaf('a', { parent: 'p', max_points: 8 }),
      leaf('b', { parent: 'p' }),
      leaf('c', { max_points_per_year: 3 }),
    ];
    const lines = awards(
      ['2020-01-01', 'a', 10],
      ['2020-01-02', 'b', 10],
      ['2020-01-03', 'c', 5],
      ['2020-01-04', 'c', 5],
    );
    expect(becauseOf(rules({ categories }), lines)).toEqual([
      ['w1', 8, 'cap:a'],
      ['w2', 4, 'cap:p'],
      ['w3', 3, 'yearly_cap:c'],
      ['w4', 0, 'yearly_cap:c'],
    ]);
  });

  test('not among the largest; of equal ones the earlier stays, then the smaller id', () => {
    const categories = [leaf('a', { max_awards_per_year: 2 })];
    const lines = awards(
      ['2020-05-01', 'a', 5, 'z'],
      ['2020-05-01', 'a', 5, 'y'],
      ['2020-04-01', 'a', 5, 'x'],
      ['2020-03-01', 'a', 4, 'w'],
    );
    expect(becauseOf(rules({ categories }), lines)).toEqual([
      ['w', 0, 'not_among_largest'],
      ['x', 5, null],
      ['y', 5, null],
      ['z', 0, 'not_among_largest'],
    ]);
  });

  test('a category that the version lacks, or in which others lie', () => {
    const categories = [leaf('p'), leaf('a', { parent: 'p' })];
    const lines = awards(['2020-05-01', 'gone', 5], ['2020-05-01', 'p', 5], ['2020-05-02', 'a', 1]);
    expect(becauseOf(rules({ categories }), lines)).toEqual([
      ['w1', 0, 'not_in_version'],
      ['w2', 0, 'not_in_version'],
      ['w3', 1, null],
    ]);
  });

  test('two lines of one award are judged singly', () => {
    const categories = [leaf('a', { max_points: 2 }), leaf('b')];
    const lines = awards(['2020-05-01', 'b', 3, 'same'], ['2020-05-01', 'a', 3, 'same']);
    expect(becauseOf(rules({ categories }), lines)).toEqual([
      ['same', 2, 'cap:a'],
      ['same', 3, null],
    ]);
  });
});

describe('a lapse', () => {
  const of = rules({
    requirements: [ask('t', 5), ask('m', 10, { period: 'months', months: 36 })],
    carry_over: { max_points: 20, earned_within_months: 12 },
  });
  const [first] = chain(of, 1);
  const second: Term = { ...first!, number: 2, ...firstTerm(of, '2021-07-01') };
  const lines = awards(['2019-12-31', 'a', 2], ['2020-06-01', 'a', 9], ['2021-03-01', 'a', 50]);

  test('carries nothing; `months` looks across it, but not at awards inside it', () => {
    const [one, two] = evaluateAll([first!, second], lines, DAY);
    expect(one).toMatchObject({ counted: 9, carries_out: 0 });
    expect(two).toMatchObject({ starts_on: '2021-07-01', ends_on: '2022-06-30', counted: 0, carried_in: 0 });
    expect(two!.requirements[1]).toMatchObject({ code: 'm', have: 11, met: true });
  });

  test('shows the award inside it with the terms on both sides, one before the first with the first', () => {
    const [one, two] = evaluateAll([first!, second], lines, DAY);
    expect(one!.awards).toEqual([
      { id: 'w1', category: 'a', counted: 0, because: 'outside_terms' },
      { id: 'w2', category: 'a', counted: 9, because: null },
      { id: 'w3', category: 'a', counted: 0, because: 'outside_terms' },
    ]);
    expect(two!.awards).toEqual([{ id: 'w3', category: 'a', counted: 0, because: 'outside_terms' }]);
  });
});

test('awards before the first term count in `months`, under the caps of the years that would have been', () => {
  const of = rules({
    term_months: 24,
    categories: [leaf('a', { max_points_per_year: 4 })],
    requirements: [ask('m', 20, { period: 'months', months: 48 })],
  });
  const lines = awards(
    ['2016-12-31', 'a', 4],
    ['2018-01-01', 'a', 3],
    ['2018-12-31', 'a', 3],
    ['2019-01-01', 'a', 3],
    ['2020-06-01', 'a', 9],
  );
  const [evaluation] = evaluateAll(chain(of, 1), lines, DAY);
  expect(evaluation).toMatchObject({ counted: 4, earned: 9 });
  expect(evaluation!.requirements[0]).toMatchObject({ have: 11, missing: 9 });
});

describe('an extension', () => {
  test('of several terms over the same day asks the earliest first', () => {
    const of = rules({ requirements: [ask('t', 5)] });
    const terms = chain(of, 3, { 1: '2022-12-31', 2: '2022-12-31' });
    const lines = awards(['2022-02-01', 'a', 5], ['2022-03-01', 'a', 5], ['2022-04-01', 'a', 5]);
    expect(evaluateAll(terms, lines, DAY).map((one) => one.awards.map(({ id }) => id))).toEqual([
      ['w1'],
      ['w2'],
      ['w3'],
    ]);
  });

  test('counts in the last year where no year needs it, and hands on what is over', () => {
    const of = rules({
      term_months: 24,
      requirements: [ask('t', 10)],
      carry_over: { max_points: 20, earned_within_months: 1 },
    });
    const lines = awards(['2020-02-01', 'a', 8], ['2022-01-15', 'a', 6]);
    const [one, two] = evaluateAll(chain(of, 2, { 1: '2022-02-28' }), lines, DAY);
    expect(one).toMatchObject({ counted: 14, met: true, carries_out: 4 });
    expect(one!.by_year.map(({ counted }) => counted)).toEqual([8, 6]);
    expect(two).toMatchObject({ counted: 4, carried_in: 4, awards: [] });
  });

  test('does not move the start of a window of months', () => {
    const of = rules({ requirements: [ask('m', 10, { period: 'months', months: 12 })] });
    const lines = awards(['2019-12-31', 'a', 3], ['2020-01-01', 'a', 3], ['2021-03-01', 'a', 4]);
    const [one] = evaluateAll(chain(of, 1, { 1: '2021-06-30' }), lines, DAY);
    expect(one!.requirements[0]).toMatchObject({ have: 7, missing: 3 });
  });
});

describe('a new version', () => {
  const old = rules({ categories: [leaf('a', { max_points: 6 }), leaf('gone')] });
  const [first] = chain(old, 1);

  test('judges its own terms only; `months` counts earlier terms under their own caps', () => {
    const of = rules({
      categories: [leaf('a'), leaf('new')],
      requirements: [ask('m', 20, { period: 'months', months: 24, categories: ['a'] })],
    });
    const second: Term = { ...first!, number: 2, rules: of, program_version: 2, ...nextTerm([first!], of) };
    const lines = awards(
      ['2020-06-01', 'a', 10],
      ['2020-06-01', 'gone', 5],
      ['2021-06-01', 'a', 10],
      ['2021-06-01', 'gone', 1],
    );
    const [one, two] = evaluateAll([first!, second], lines, DAY);
    expect(one).toMatchObject({ counted: 11, program_version: 1 });
    expect(two).toMatchObject({ counted: 10, earned: 10, program_version: 2 });
    expect(two!.requirements[0]).toMatchObject({ have: 16 });
    expect(two!.awards).toContainEqual(
      expect.objectContaining({ id: 'w4', counted: 0, because: 'not_in_version' }),
    );
  });

  test('that splits a category still finds the earlier points of it', () => {
    const of = rules({
      categories: [leaf('a'), leaf('a_one', { parent: 'a' }), leaf('a_two', { parent: 'a' })],
      requirements: [ask('m', 20, { period: 'months', months: 24, categories: ['a'] })],
    });
    const second: Term = { ...first!, number: 2, rules: of, program_version: 2, ...nextTerm([first!], of) };
    const lines = awards(['2020-06-01', 'a', 5], ['2021-06-01', 'a_two', 5]);
    expect(evaluate([first!, second], lines, 2, DAY).requirements[0]).toMatchObject({ have: 10 });
  });

  test('without the category of carried-in points counts none of them', () => {
    const carrying = rules({ carry_over: { max_points: 20, earned_within_months: 12 } });
    const [one] = chain(carrying, 1);
    const of = rules({ categories: [leaf('b')] });
    const two: Term = { ...one!, number: 2, rules: of, ...nextTerm([one!], of) };
    const lines = awards(['2020-06-01', 'a', 10], ['2020-06-01', 'b', 4]);
    expect(evaluate([one!, two], lines, 2, DAY)).toMatchObject({ carried_in: 14, counted: 4 });
  });
});

describe('the work', () => {
  const demanding = rules({
    term_months: 1,
    categories: [
      leaf('p', { max_points: 900 }),
      leaf('a', { parent: 'p', max_awards_per_year: 40 }),
      leaf('b'),
    ],
    requirements: [
      ask('t', 90_000, { categories: ['p', 'b'] }),
      ask('m', 90_000, { period: 'months', months: 24, categories: ['b'] }),
    ],
    carry_over: { max_points: 20, earned_within_months: 6 },
  });

  const manyAwards = (count: number, days: number) =>
    awards(
      ...Array.from({ length: count }, (_, index): [string, string, number] => [
        new Date(Date.UTC(2020, 0, 1 + (index % days))).toISOString().slice(0, 10),
        index % 3 === 0 ? 'a' : 'b',
        (index % 7) + 1,
      ]),
    );

  /** The shortest of several runs, because other work on the machine can only make a run longer. */
  function leastMilliseconds(run: () => void): number {
    const times = Array.from({ length: 5 }, () => {
      const before = cpuMs();
      run();
      return cpuMs() - before;
    });
    return Math.min(...times);
  }

  test('grows with the number of awards, not with its square', () => {
    const terms = chain({ ...demanding, term_months: 24 }, 4, { 1: '2023-12-31', 2: '2025-12-31' });
    const few = manyAwards(2_000, 2_900);
    const many = manyAwards(20_000, 2_900);
    const ratio =
      leastMilliseconds(() => evaluateAll(terms, many, DAY)) /
      leastMilliseconds(() => evaluateAll(terms, few, DAY));
    // There are ten times as many awards, so linear work gives a ratio of about 10, and quadratic work one of 100.
    expect(ratio).toBeLessThan(30);
  });

  test('of sixty extended terms in a row is a few times that of thirty', () => {
    const modest = {
      ...demanding,
      requirements: [ask('t', 30), ask('m', 300, { period: 'months', months: 24 })],
    };
    const extended = (count: number) =>
      chain(rules(modest), count).map((term) => ({ ...term, extended_until: '2030-12-31' }));
    const lines = manyAwards(3_000, 1_800);
    const [few, many] = [extended(30), extended(60)];
    const ratio =
      leastMilliseconds(() => evaluateAll(many, lines, DAY)) /
      leastMilliseconds(() => evaluateAll(few, lines, DAY));
    expect(ratio).toBeLessThan(12);
  });
});
