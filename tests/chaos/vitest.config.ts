/** `npm run test:chaos`: the promises under load and faults, with their full figures. */

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: [
      'tests/chaos/**/*.test.ts',
      'tests/e2e/**/*.test.ts',
      'tests/contracts/blobs-radosgw.test.ts',
      'tests/integration/certificates/malformed-bodies.test.ts',
      'tests/integration/cli/serve-group.test.ts',
      'server/src/certificates/upload/upload.fuzz.test.ts',
      'proof/src/anchors/anchor-mutations.test.ts',
      'proof/src/timestamps/timestamp-mutations.test.ts',
      'rules/src/{properties,reference}.test.ts',
      'tests/interop/{constancia,open-badges,record-verdicts,verdicts}.test.ts',
      'tests/integration/upkeep/{backup,fsck-repair}.test.ts',
      'tests/security/every-parameter.test.ts',
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
