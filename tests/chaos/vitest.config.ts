/** `npm run test:chaos`: the promises under load and faults, with their full figures. */

import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The files whose cases `npm test` runs only in part. */
function ofSomeBreadth(): string[] {
  const isPartial = (file: string) =>
    /isFull|harness\/breadth/.test(readFileSync(path.join(ROOT, file), 'utf8'));
  return globSync('tests/**/*.test.ts', { cwd: ROOT, exclude: (name) => name === 'node_modules' }).filter(
    isPartial,
  );
}

export default defineConfig({
  test: {
    root: ROOT,
    include: [
      'tests/{chaos,e2e}/**/*.test.ts',
      // These need programs, or many cases, that only `npm run test:chaos` has.
      'tests/contracts/blobs-radosgw.test.ts',
      'tests/integration/certificates/malformed-bodies.test.ts',
      'tests/integration/cli/serve-group.test.ts',
      'tests/interop/verdicts.test.ts',
      'server/src/certificates/upload/upload.fuzz.test.ts',
      'proof/src/anchors/anchor-mutations.test.ts',
      'proof/src/timestamps/timestamp-mutations.test.ts',
      'rules/src/{properties,reference}.test.ts',
      ...ofSomeBreadth(),
    ],
    env: {
      SELLO_CHAOS: 'full',
      SELLO_TEST_MUTATIONS: '20000',
      SELLO_FUZZ_RUNS: '100000',
      SELLO_RULE_RUNS: '20000',
      SELLO_RULE_CASES: '10000',
    },
    globalSetup: ['tests/harness/global-setup.ts'],
    pool: 'forks',
    // One file at a time: parallel tests would distort the measured times.
    maxWorkers: 1,
    testTimeout: 30 * 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
