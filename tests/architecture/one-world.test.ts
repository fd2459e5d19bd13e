/** What all tests of a file share is opened in one place: by the fixtures of `world.ts`, or by `forFile`. */

import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeOf, ROOT } from './source-files.ts';

const FILES = globSync('tests/{api,integration,security,e2e}/**/*.ts', { cwd: ROOT }).sort();

/** A hook that opens a Sello, up to the line that ends it. */
const BY_HAND = /^( *)beforeAll\((?:(?!^\1\})[\s\S])*?\b(?:openTestSello|shareSello)\(/m;

/** The files that open a Sello by hand, and why. */
const REASONS: Record<string, string> = {
  'tests/e2e/stage.ts': 'opens a browser with it, for all tests of the pages',
  'tests/integration/certificates/expired-files.test.ts': 'each group of tests has settings of its own',
  'tests/integration/files/s3.test.ts': 'each group of tests has settings of its own',
  'tests/integration/telemetry/traces.test.ts': 'its test closes it, to see what was sent last',
  'tests/integration/upkeep/fsck-repair.test.ts': 'each group of tests breaks one of its own',
  'tests/integration/upkeep/move-partitions.test.ts': 'drops a tablespace after it is closed',
  'tests/security/claims.test.ts': 'only one group of tests needs it',
  'tests/security/secrets-in-logs.test.ts': 'its test closes it, to see what was sent last',
};

test.for([
  'beforeAll(async () => {\n  sello = await openTestSello();\n});',
  'beforeAll(async () => {\n  const x = 1;\n  sello = await shareSello();\n});\ntest();',
  '  beforeAll(async () => {\n    sello = await openTestSello({ A: 1 });\n  }, 240_000);',
])('it would be noticed: %j', (code) => {
  expect(code).toMatch(BY_HAND);
});

test('a test that opens one more Sello does not count', () => {
  expect('beforeAll(async () => {\n  x = 1;\n});\ntest("", () => openTestSello());').not.toMatch(BY_HAND);
});

test('no other file opens a shared Sello by hand', () => {
  expect(FILES.length).toBeGreaterThan(500);
  expect(FILES.filter((file) => BY_HAND.test(codeOf(file)))).toEqual(Object.keys(REASONS));
});
