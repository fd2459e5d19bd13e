import { expect, test } from 'vitest';
import { dateTimeOf } from './date-time.ts';

test('a time that a Date can hold is read, whatever its offset', () => {
  expect(dateTimeOf('x', '2026-01-31T12:00:00-06:00').toISOString()).toBe('2026-01-31T18:00:00.000Z');
});

test('a leap second is a time of RFC 3339 but of no Date: refused by name', () => {
  expect(() => dateTimeOf('expires_at', '2016-12-31T23:59:60Z')).toThrow(
    '`expires_at` must be written as date-time',
  );
});
