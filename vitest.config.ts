import { availableParallelism, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { longFiles } from './tests/harness/daily.ts';
import { HeaviestFirst } from './tests/harness/heaviest-first.ts';
import { keepScratchInMemory } from './tests/harness/scratch-in-memory.ts';

keepScratchInMemory();
// Workers and what they start compile each module once, not once per process.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/sello', import.meta.url));

/** They stand beside what they test, but call OpenSSL, Python, zbarimg or the programs of PostgreSQL. */
const WITH_FOREIGN_PROGRAMS = [
  'proof/src/{encoding/zip,evidence/bundle,timestamps/timestamp,timestamps/timestamp-request}.test.ts',
  'proof/src/x509/{crl,ocsp,x509}.test.ts',
  'server/src/database/embedded/programs.test.ts',
  'server/src/http/qr/qr-code.test.ts',
];

/** Runs the last release, which is in the history of the repository: a shallow clone has none. `npm run test:chaos` has it. */
const WITH_HISTORY = 'tests/chaos/upgrade.test.ts';
/** It needs Ceph, whose packages are too large for every day: `npm run test:chaos` installs them and runs it. */
const WITH_CEPH = 'tests/contracts/blobs-radosgw.test.ts';
/** It needs Firefox and WebKit, which are as large: `npm run test:chaos` installs them and runs it. */
const WITH_OTHER_BROWSERS = 'tests/chaos/other-browsers.test.ts';
/** Their logs and witnesses are packages of Debian unstable: `npm run test:chaos` unpacks and runs them. */
const WITH_STRANGERS = 'tests/chaos/strangers-witness.test.ts';
/** They install all dependencies anew, which takes minutes. */
const WITH_INSTALLATIONS = 'tests/chaos/{image,release}.test.ts';

/** Minutes each, and by the clock: `npm run test:chaos` has them. */
const BY_THE_CLOCK = 'tests/chaos/{floods,outages,shares-p99}.test.ts';

/** `npm test` leaves out what takes long (`tests/harness/daily.ts`); otherwise every file may be asked for. */
const isDaily = process.env.SELLO_TESTS === 'daily';

/** Memory for one worker with its browser and its servers. */
const WORKER_BYTES = 2.5 * 2 ** 30;
const MOST_WORKERS = 4;

/**
 * One more than there are processors, where the memory allows it: a test that waits for a timer, a disk or a starting
 * process leaves its processor to another.
 */
function workers(): number {
  return Math.max(
    2,
    Math.min(availableParallelism() + 1, MOST_WORKERS, Math.floor(totalmem() / WORKER_BYTES)),
  );
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: workers(),
    // Files share a process and its modules, because loading the server for each file took longer than most files run.
    // Each file closes what it opens and restores what it sets.
    isolate: false,
    sequence: { sequencer: HeaviestFirst },
    // What lives no longer than a test gets room to die before it is looked through: a tenth less of the processor.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=64'],
    // A test, a hook or a poll ends as soon as it can; the limit is long because machines differ.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'proof/src/**/*.test.ts',
            'rules/src/**/*.test.ts',
            'sdk/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'tests/architecture/**/*.test.ts',
          ],
          exclude: WITH_FOREIGN_PROGRAMS,
        },
      },
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/**/*.test.ts', ...WITH_FOREIGN_PROGRAMS],
          // These tests need programs that only `npm run test:chaos` unpacks, or the repository's history.
          exclude: [
            'tests/architecture/**',
            '**/node_modules/**',
            'tests/chaos/failover-auto.test.ts',
            WITH_HISTORY,
            WITH_CEPH,
            WITH_STRANGERS,
            WITH_OTHER_BROWSERS,
            WITH_INSTALLATIONS,
            BY_THE_CLOCK,
            ...(isDaily ? longFiles() : []),
          ],
          globalSetup: ['tests/harness/global-setup.ts'],
          // Only while a release is recorded.
          setupFiles: process.env.SELLO_RECORD_STATEMENTS ? ['tests/harness/record-statements.ts'] : [],
        },
      },
    ],
  },
});
