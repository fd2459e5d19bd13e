import { expect, test } from 'vitest';
import { inMexicoCityText, inUtc, inWords } from './pdf-times.ts';

test('times keep every digit that the authority wrote', () => {
  expect(inUtc('2026-03-01T12:00:00.250125Z')).toBe('2026-03-01 12:00:00.250125 UTC');
  expect(inMexicoCityText('2026-03-01T12:00:00.250125Z')).toBe(
    '2026-03-01 06:00:00.250125 America/Mexico_City (UTC−06:00)',
  );
});

test('summer time is applied for the years in which Mexico had it', () => {
  expect(inMexicoCityText('2018-07-18T20:59:03.190Z')).toBe(
    '2018-07-18 15:59:03.190 America/Mexico_City (UTC−05:00)',
  );
  expect(inMexicoCityText('2026-07-18T20:59:03Z')).toBe(
    '2026-07-18 14:59:03 America/Mexico_City (UTC−06:00)',
  );
});

test('midnight is the beginning of a day, not the end of one', () => {
  expect(inMexicoCityText('2026-01-01T06:00:00Z')).toBe(
    '2026-01-01 00:00:00 America/Mexico_City (UTC−06:00)',
  );
});

test('days in words, in both languages', () => {
  expect(inWords('2026-11-05')).toEqual({ es: '5 de noviembre de 2026', en: '5 November 2026' });
});
