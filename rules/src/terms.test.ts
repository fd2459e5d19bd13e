import { describe, expect, test } from 'vitest';
import { addMonthsByDate } from '../../tests/harness/reference-count.ts';
import { printDay, toDay } from './day.ts';
import type { Term } from './evaluation.ts';
import { normalizeRules } from './normalize-rules.ts';
import { reckonTerms } from './reckoning.ts';
import type { Rules } from './rules.ts';
import { firstTerm, nextTerm, termChain } from './terms.ts';

function calendar(term_months: number, anchor: string | null = null): Rules {
  return normalizeRules({ term_months, anchor, categories: [], requirements: [] });
}

const START_DAYS = Array.from({ length: toDay('2100-12-31') - toDay('2000-01-01') + 1 }, (_, index) =>
  printDay(toDay('2000-01-01') + index),
);

describe('M7 for every start day from 2000 to 2100', () => {
  test.for([1, 12, 18, 60])('terms of %i months follow without gap or overlap', (months) => {
    const rules = calendar(months);
    for (const starts_on of START_DAYS) {
      const terms = termChain({ starts_on, rules, upTo: 3 });
      terms.forEach((term, index) => {
        const expected = addMonthsByDate(starts_on, months * index);
        const next = addMonthsByDate(starts_on, months * (index + 1));
        if (term.starts_on !== expected || toDay(term.ends_on) + 1 !== toDay(next))
          expect.fail(`term ${term.number} from ${starts_on}: ${term.starts_on} to ${term.ends_on}`);
      });
      assertYearsTile(terms);
    }
  });

  test.for([
    [24, '2025-05-01'],
    [18, '2020-02-29'],
    [1, '2030-10-31'],
  ] as const)('terms of %i months end on the boundaries of %s', ([months, anchor]) => {
    const rules = calendar(months, anchor);
    for (const starts_on of START_DAYS) {
      const terms = termChain({ starts_on, rules, upTo: 3 });
      const boundary = Math.ceil(monthsBetween(anchor, terms[0]!.ends_on) / months) * months;
      terms.forEach((term, index) => {
        const end = addMonthsByDate(anchor, boundary + index * months);
        const start = index === 0 ? starts_on : addMonthsByDate(anchor, boundary + (index - 1) * months);
        const previous = addMonthsByDate(anchor, boundary - months);
        if (term.starts_on !== start || toDay(term.ends_on) + 1 !== toDay(end) || previous > starts_on)
          expect.fail(`term ${term.number} from ${starts_on}: ${term.starts_on} to ${term.ends_on}`);
      });
      assertYearsTile(terms);
    }
  });

  test('the next term by itself is the next of the chain', () => {
    for (const [index, starts_on] of START_DAYS.entries()) {
      const rules = calendar([1, 6, 12, 13, 24][index % 5]!, index % 3 === 0 ? '2020-01-31' : null);
      const terms = termChain({ starts_on, rules, upTo: 3 });
      const next = nextTerm(terms.slice(0, 2), rules);
      const { starts_on: start, ends_on: end } = terms[2]!;
      if (next.starts_on !== start || next.ends_on !== end)
        expect.fail(`after ${starts_on}: ${next.starts_on}`);
    }
  });
});

/** Months from the anchor to the day after the end, rounded to the nearest boundary. */
function monthsBetween(anchor: string, endsOn: string): number {
  const after = printDay(toDay(endsOn) + 1);
  const months =
    (Number(after.slice(0, 4)) - Number(anchor.slice(0, 4))) * 12 +
    Number(after.slice(5, 7)) -
    Number(anchor.slice(5, 7));
  if (addMonthsByDate(anchor, months) !== after) expect.fail(`${after} is no boundary of ${anchor}`);
  return months;
}

/** The years of a term cover each of its days once, and all years but the first or the last are whole. */
function assertYearsTile(terms: readonly Term[]): void {
  for (const { starts, ends, years, short } of reckonTerms(terms)) {
    const tiled = years.every(
      (year, index) => year.starts === (index === 0 ? starts : years[index - 1]!.ends + 1),
    );
    const whole = short ? years.slice(1) : years.slice(0, -1);
    if (!tiled || years.at(-1)?.ends !== ends || whole.some((year) => !year.whole))
      expect.fail(`years of the term from ${printDay(starts)}`);
  }
}

test('a term of twelve months is one whole year, also where the chain began on 29 February', () => {
  const terms = termChain({ starts_on: '2020-02-29', rules: calendar(12), upTo: 9 });
  expect(reckonTerms(terms).map(({ years }) => years.map(({ whole }) => whole))).toEqual(
    terms.map(() => [true]),
  );
});

test('a short first term has its incomplete year at the start, other terms at the end', () => {
  const yearsOf = (terms: Term[]) =>
    reckonTerms(terms)[0]!.years.map((year) => [printDay(year.starts), printDay(year.ends), year.whole]);
  expect(yearsOf(termChain({ starts_on: '2020-07-01', rules: calendar(24, '2020-01-01'), upTo: 1 }))).toEqual(
    [
      ['2020-07-01', '2020-12-31', false],
      ['2021-01-01', '2021-12-31', true],
    ],
  );
  expect(yearsOf(termChain({ starts_on: '2020-01-01', rules: calendar(18), upTo: 1 }))).toEqual([
    ['2020-01-01', '2020-12-31', true],
    ['2021-01-01', '2021-06-30', false],
  ]);
});

test('a start on a boundary of the anchor makes a whole term, before the anchor too', () => {
  expect(firstTerm(calendar(24, '2025-05-01'), '2021-05-01')).toEqual({
    starts_on: '2021-05-01',
    ends_on: '2023-04-30',
  });
  expect(firstTerm(calendar(24, '2025-05-01'), '2021-04-30')).toEqual({
    starts_on: '2021-04-30',
    ends_on: '2021-04-30',
  });
});

test('new months and a new anchor are counted from the end of the old term', () => {
  const [term] = termChain({ starts_on: '2020-02-29', rules: calendar(12), upTo: 1 });
  expect(nextTerm([term!], calendar(24))).toEqual({ starts_on: '2021-02-28', ends_on: '2023-02-27' });
  expect(nextTerm([term!], calendar(12, '2020-07-01'))).toEqual({
    starts_on: '2021-02-28',
    ends_on: '2021-06-30',
  });
});

test('an extension does not move the next term', () => {
  const terms = termChain({
    starts_on: '2020-01-01',
    rules: calendar(12),
    upTo: 1,
    extended_until: { 1: '2021-06-30' },
  });
  expect(nextTerm(terms, calendar(12))).toEqual({ starts_on: '2021-01-01', ends_on: '2021-12-31' });
});

test('an imported membership begins with its given number', () => {
  const terms = termChain({ starts_on: '2021-03-01', rules: calendar(60), upTo: 4, first_term_number: 3 });
  expect(terms.map(({ number, starts_on }) => [number, starts_on])).toEqual([
    [3, '2021-03-01'],
    [4, '2026-03-01'],
  ]);
});
