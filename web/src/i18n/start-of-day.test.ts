import { expect, test } from 'vitest';
import { nextDay, startOfDay } from './start-of-day.ts';

test.each([
  ['2026-01-31', 'America/Mexico_City', '2026-01-31T06:00:00.000Z'],
  ['2026-07-01', 'America/Tijuana', '2026-07-01T07:00:00.000Z'],
  ['2026-03-29', 'Europe/Madrid', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', 'Europe/Madrid', '2026-03-29T22:00:00.000Z'],
  ['2026-01-01', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
  ['2026-01-01', 'UTC', '2026-01-01T00:00:00.000Z'],
])('%s begins in %s at %s', (day, timeZone, at) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(at);
});

test('the day after the last of a month is the first of the next', () => {
  expect(nextDay('2026-02-28')).toBe('2026-03-01');
  expect(nextDay('2026-12-31')).toBe('2027-01-01');
});
