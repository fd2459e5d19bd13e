/** docs/promises.md and the test names with its numbers agree. */

import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The letter P is for promises about certificates, M for those about memberships. */
const NUMBER = /\b(?:P\d\d|P1\d\d|M(?:[12]\d|[1-9]))\b/g;

const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');

/** Number of each promise on the page, with the test files listed under it. */
const promised = new Map(
  read('docs/promises.md')
    .split(/^- \*\*(?=(?:P\d\d|P1\d\d|M\d\d?)\*\*)/m)
    .slice(1)
    .map((entry) => [
      entry.slice(0, entry.indexOf('*')),
      [...entry.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file!),
    ]),
);

const testFiles = globSync(['{tests,proof/src,rules/src,sdk/src,server/src,web/src}/**/*.test.{ts,tsx}'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
}).filter((file) => file !== 'tests/architecture/promises.test.ts');

test('the check finds promises and tests', () => {
  expect(promised.size).toBeGreaterThan(30);
  expect(testFiles.length).toBeGreaterThan(200);
});

test.for(testFiles.filter((file) => read(file).match(NUMBER)))(
  '%s names only promises that exist',
  (file) => {
    const unknown = (read(file).match(NUMBER) ?? []).filter((number) => !promised.has(number));
    expect(unknown).toEqual([]);
  },
);

test.for([...promised])('%s is named by each test file listed under it', ([number, files]) => {
  expect(files.length).toBeGreaterThan(0);
  expect(
    files.filter((file) => !testFiles.includes(file) || !read(file).match(NUMBER)?.includes(number)),
  ).toEqual([]);
});
