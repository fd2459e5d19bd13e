import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMonthsByDate } from '../../tests/harness/reference-count.ts';
import { addMonths, monthsUpTo, parseDay, printDay, toDay } from './day.ts';

test('every day of four centuries is the one that Date gives, both ways', () => {
  const first = Date.UTC(1900, 0, 1) / 86_400_000;
  for (let day = first; day < first + 146_097; day += 1) {
    const text = new Date(day * 86_400_000).toISOString().slice(0, 10);
    if (parseDay(text) !== day || printDay(day) !== text)
      expect.fail(`${text} is day ${parseDay(text)}, ${day}`);
  }
});

test.for([
  '2023-02-29',
  '1900-02-29',
  '2024-04-31',
  '2024-00-10',
  '2024-13-01',
  '2024-01-00',
  '2024-01-32',
  '0000-01-01',
  '2024-01-01T00:00:00Z',
  '2024-1-1',
  '24-01-01',
  ' 2024-01-01',
  '2024-01-01\n',
  '+2024-01-01',
  '２０２４-01-01',
  '',
])('%j is no day', (text) => {
  expect(parseDay(text)).toBeNull();
  expect(() => toDay(text)).toThrow(RangeError);
});

test('29 February exists in leap years, also in 2000', () => {
  expect(parseDay('2024-02-29')).not.toBeNull();
  expect(parseDay('2000-02-29')).not.toBeNull();
});

test('a month without the day gives its last day, and the day comes back where it exists', () => {
  const from = (day: string, months: number) => printDay(addMonths(toDay(day), months));
  expect([1, 2, 3, 12, 13].map((months) => from('2023-01-31', months))).toEqual([
    '2023-02-28',
    '2023-03-31',
    '2023-04-30',
    '2024-01-31',
    '2024-02-29',
  ]);
  expect(from('2020-02-29', 12)).toBe('2021-02-28');
  expect(from('2020-02-29', 48)).toBe('2024-02-29');
  expect(from('2020-03-31', -1)).toBe('2020-02-29');
});

test('months are added as Date adds them, and monthsUpTo turns it around', () => {
  const day = fc.integer({ min: toDay('1950-01-01'), max: toDay('2150-01-01') });
  fc.assert(
    fc.property(day, fc.integer({ min: -500, max: 500 }), day, (origin, months, other) => {
      expect(printDay(addMonths(origin, months))).toBe(addMonthsByDate(printDay(origin), months));
      const most = monthsUpTo(origin, other);
      expect(addMonths(origin, most)).toBeLessThanOrEqual(other);
      expect(addMonths(origin, most + 1)).toBeGreaterThan(other);
    }),
  );
});
