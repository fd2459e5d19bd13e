import { expect, test } from 'vitest';
import { PAUSES_MS, pauseAfter } from './retry-schedule.ts';

test('nine more tries, at the times of the standard and up to a tenth later', () => {
  expect(PAUSES_MS.map((ms) => ms / 1000)).toEqual([
    5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400,
  ]);
  expect([pauseAfter(1, 0), pauseAfter(1, 0.999), pauseAfter(9, 0), pauseAfter(10, 0)]).toEqual([
    5_000,
    5_500,
    86_400_000,
    undefined,
  ]);
});

test('a wish of the receiver counts up to an hour', () => {
  expect([pauseAfter(1, 0, 60_000), pauseAfter(1, 0, 9_000_000)]).toEqual([60_000, 3_600_000]);
});
