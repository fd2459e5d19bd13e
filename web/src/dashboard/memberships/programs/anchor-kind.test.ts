import { expect, test } from 'vitest';
import { anchorKind, dayOfYear, partsOfDay } from './anchor-kind.ts';

test('each anchor is of one kind, also while it is being typed', () => {
  expect(anchorKind(null)).toBe('own_start');
  expect(anchorKind('membership')).toBe('membership');
  expect(anchorKind('2026-01-01')).toBe('date');
  expect(anchorKind('')).toBe('date');
  expect(anchorKind('07-01')).toBe('day_of_year');
  expect(anchorKind(dayOfYear(7, Number.NaN))).toBe('day_of_year');
});

test('a day of the year is read as it is written', () => {
  expect(partsOfDay(dayOfYear(11, 3))).toEqual({ month: 11, day: 3 });
  expect(partsOfDay(dayOfYear(2, Number.NaN))).toEqual({ month: 2, day: Number.NaN });
});
