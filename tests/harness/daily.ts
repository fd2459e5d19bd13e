/**
 * Which test files `npm test` runs, so that it ends within twelve minutes on two cores: those that are quick, the
 * quickest of each promise, and the few journeys below. `npm run test:all` runs all of them, and so does `.ci/run`. The
 * seconds of each file are in tests/seconds.json; `npm run test:all -- --record` measures them anew.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Files that take longer than this run only in `npm run test:all`. */
const QUICK_SECONDS = 4;

/** The most important tests, which run every day however long they take. */
export const ALWAYS = [
  'tests/e2e/council-desk.test.ts',
  'tests/e2e/dashboard-batches.test.ts',
  'tests/e2e/front-page.test.ts',
  'tests/e2e/public-page.test.ts',
  'tests/e2e/sign-up-and-log-in.test.ts',
  'tests/e2e/verify-page.test.ts',
  'tests/integration/upkeep/backup.test.ts',
];

type Seconds = Readonly<Record<string, number>>;

/** The seconds of each file that took a second or more in the recorded run of all files. */
export const measuredSeconds: Seconds = JSON.parse(
  readFileSync(path.join(ROOT, 'tests/seconds.json'), 'utf8'),
);

/** The seconds of a file, found by its whole path; zero if it was never measured or is quick. */
export function secondsOf(file: string): number {
  return measuredSeconds[path.relative(ROOT, file)] ?? 0;
}

/** The files that only `npm run test:all` runs. */
export function longFiles(seconds: Seconds = measuredSeconds, promises = promisedTests()): string[] {
  const isLong = (file: string) => (seconds[file] ?? 0) > QUICK_SECONDS && !ALWAYS.includes(file);
  const kept = promises
    .filter((files) => files.every(isLong))
    .map((files) => files.toSorted((one, other) => seconds[one]! - seconds[other]!)[0]);
  return Object.keys(seconds).filter((file) => isLong(file) && !kept.includes(file));
}

/** The test files of each promise that has some. */
function promisedTests(): string[][] {
  return readFileSync(path.join(ROOT, 'docs/promises.md'), 'utf8')
    .split(/^- \*\*(?=[PM]\d)/m)
    .slice(1)
    .map((promise) => [...promise.matchAll(/^ +- `([^`]+\.test\.tsx?)`/gm)].map(([, file]) => file!))
    .filter((files) => files.length > 0);
}
