/**
 * `npm test`: first what is quick (types, lint, unit tests), then what needs a database, a browser or a foreign
 * program, up to the first failure. It leaves out what takes long (`tests/harness/daily.ts`); `--all` runs that too.
 * `--unit` stops after the quick part; `--record` writes how long each file took; other arguments go on to vitest.
 *
 * If only a few files of a part fail, they run once more when the rest of it has ended: that tells a busy machine from a
 * fault. The last lines name the files that passed only then.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = path.join(ROOT, 'node_modules', '.bin');
const RECORD_SECONDS = path.join(ROOT, 'tests/harness/record-seconds.ts');
const AT_ONCE = 2;
/** If more files than this failed, the cause is not a busy machine, so none is run again. */
const MOST_FILES_AGAIN = 5;
const PROJECTS = ['tests', 'server', 'tests/e2e', 'web', 'sdk', 'proof', 'rules'];

const OWN_ARGUMENTS = ['--all', '--record', '--unit'];
const given = process.argv.slice(2);
const vitestArguments = given.filter((argument) => !OWN_ARGUMENTS.includes(argument));
const isUnitOnly = given.includes('--unit');
// A file that is named on the command line runs, however long it takes.
const isDaily = given.length === 0;
if (isDaily) process.env.SELLO_TESTS = 'daily';
const scratch = mkdtempSync(path.join(tmpdir(), 'sello-test-run-'));

const STEPS = [
  { name: 'types and lint', run: checkSources },
  { name: 'unit tests', run: runUnit },
  ...(isUnitOnly ? [] : [{ name: 'other tests', run: runWhole }]),
];

const counts = { passed: 0, failed: 0, files: 0 };
/** Names of tests. */
const passedOnlyAgain = [];

try {
  process.exitCode = await runSteps();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function runSteps() {
  const summary = [];
  let exitCode = 0;
  for (const { name, run } of STEPS) {
    const startedAt = performance.now();
    exitCode = await run();
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    summary.push(`${name} ${exitCode === 0 ? 'ok' : 'FAILED'} ${seconds} s`);
    if (exitCode !== 0) break;
  }
  if (exitCode === 0 && counts.files === 0) {
    console.error('No test file fits these arguments.');
    exitCode = 1;
  }
  console.log(`\n${summary.join(' · ')}`);
  for (const name of passedOnlyAgain)
    console.log(`FAILED AT FIRST, passed when run again by itself: ${name}`);
  if (counts.files > 0) console.log(`${counts.passed} passed, ${counts.failed} failed`);
  if (isDaily) console.log('Longer tests: npm run test:all');
  return exitCode;
}

/** The output of each is printed when it ends, so that those of two running at once do not mix. */
async function checkSources() {
  const waiting = [
    ['biome', ['check', '--colors=off', '.']],
    ...PROJECTS.map((project) => ['tsc', ['-p', project]]),
  ];
  let exitCode = 0;
  const workers = Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { code, output } = await run(next[0], next[1], ['ignore', 'pipe', 'pipe']);
      if (code !== 0) console.log(`${next.flat().join(' ')}\n${output}`);
      exitCode ||= code;
    }
  });
  await Promise.all(workers);
  return exitCode;
}

function runUnit() {
  return runProject('unit');
}

function runWhole() {
  return runProject('whole', given.includes('--record') ? [`--reporter=${RECORD_SECONDS}`] : []);
}

async function runProject(project, more = []) {
  const first = await runTests(project, [...more, ...vitestArguments]);
  addCounts(first);
  const names = first.failed.map(({ file }) => path.relative(ROOT, file));
  if (first.code === 0 || names.length === 0 || names.length > MOST_FILES_AGAIN) return first.code;
  console.log(`\nOnce more, with nothing beside them: ${names.join(', ')}`);
  const second = await runTests(project, ['--maxWorkers=1', ...names]);
  if (second.code !== 0 || second.files === 0) return 1;
  const failures = first.failed.reduce((sum, one) => sum + one.failures, 0);
  counts.passed += failures;
  counts.failed -= failures;
  passedOnlyAgain.push(...first.failed.flatMap(({ file, titles }) => (titles.length > 0 ? titles : [file])));
  return 0;
}

/** Runs one of the projects of vitest.config.ts. */
async function runTests(project, more) {
  const report = path.join(scratch, `${project}.json`);
  rmSync(report, { force: true });
  const { code } = await run(
    'vitest',
    [
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...more,
    ],
    'inherit',
  );
  return { code, ...readReport(report) };
}

function run(program, args, stdio) {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(BIN, program), args, { cwd: ROOT, stdio });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code: code ?? 128 + constants.signals[signal], output }));
  });
}

/**
 * A file that could not even be loaded counts as one failure. A run that broke off leaves no report; its exit code
 * shows the failure.
 */
function readReport(report) {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const failed = testResults
      .filter(({ status }) => status === 'failed')
      .map(({ name, assertionResults }) => {
        const titles = assertionResults
          .filter((result) => result.status === 'failed')
          .map(({ fullName }) => fullName);
        return { file: name, titles, failures: Math.max(1, titles.length) };
      });
    return { passed: numPassedTests, failed, files: testResults.length };
  } catch {
    return { passed: 0, failed: [], files: 0 };
  }
}

function addCounts({ passed, failed, files }) {
  counts.passed += passed;
  counts.failed += failed.reduce((sum, { failures }) => sum + failures, 0);
  counts.files += files;
}
