/** What `npm test` leaves to `npm run test:all` is chosen in tests/harness/daily.ts. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ALWAYS, longFiles, measuredSeconds } from '../harness/daily.ts';
import { ROOT } from './source-files.ts';

/** Three workers at once take eight minutes for this; types, lint and unit tests take three more. */
const DAILY_SECONDS = 1_440;

test('npm test keeps within its time, by the seconds that its files took', () => {
  const later = longFiles();
  const daily = Object.entries(measuredSeconds).filter(([file]) => !later.includes(file));
  expect(daily.reduce((sum, [, seconds]) => sum + seconds, 0)).toBeLessThan(DAILY_SECONDS);
});

test('a promise whose tests are all long keeps its quickest in npm test', () => {
  const seconds = { a: 30, b: 20, c: 90, d: 6, quick: 1 };
  expect(longFiles(seconds, [['a', 'b'], ['c'], ['d', 'quick']])).toEqual(['a', 'd']);
});

test('a file that was never measured runs in npm test', () => {
  expect(longFiles({ a: 30 }, [['new', 'a']])).toEqual(['a']);
});

test('only files that exist are named', () => {
  const named = [...ALWAYS, ...Object.keys(measuredSeconds)];
  expect(named.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
});
