import { expect, test } from 'vitest';
import { isoTime, toMilliseconds } from './clock.ts';

test.each([
  ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
  ['2026-03-01T12:00:00.5Z', '2026-03-01T12:00:00.500Z'],
  ['2026-03-01T12:00:00.123456Z', '2026-03-01T12:00:00.123Z'],
  ['2026-03-01T12:00Z', '2026-03-01T12:00:00.000Z'],
  ['2026-03-01T06:00:00-06:00', '2026-03-01T12:00:00.000Z'],
])('the time %s is written with milliseconds, in UTC', (text, wire) => {
  expect(toMilliseconds(text)).toBe(wire);
  expect(isoTime(new Date(text))).toBe(wire);
});
