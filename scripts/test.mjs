/**
 * `npm test`: first what is quick (types, lint, unit tests), then everything that needs a database, a browser or a
 * foreign program, up to the first failure. `--unit` stops after the quick part; other arguments go on to vitest.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = path.join(ROOT, 'node_modules', '.bin');
const AT_ONCE = 2;
const PROJECTS = ['tests', 'server', 'tests/e2e', 'web', 'sdk', 'proof', 'rules'];

const vitestArguments = process.argv.slice(2).filter((argument) => argument !== '--unit');
const isUnitOnly = vitestArguments.length < process.argv.length - 2;
const scratch = mkdtempSync(path.join(tmpdir(), 'sello-test-run-'));

const STEPS = [
  { name: 'types and lint', run: checkSources },
  { name: 'unit tests', run: () => runTests('unit') },
  ...(isUnitOnly ? [] : [{ name: 'other tests', run: () => runTests('whole') }]),
];

const counts = { passed: 0, failed: 0, files: 0 };

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
  if (counts.files > 0) console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return exitCode;
}

/** Each says its piece when it ends, so that two at once do not speak in between each other. */
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

/** One of the projects of vitest.config.ts. */
async function runTests(project) {
  const report = path.join(scratch, `${project}.json`);
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
      ...vitestArguments,
    ],
    'inherit',
  );
  addCounts(report);
  return code;
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

/** A file that could not even be loaded counts as one failure. A run that broke off leaves no report. */
function addCounts(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
    );
    counts.passed += numPassedTests;
    counts.failed += numFailedTests + broken.length;
    counts.files += testResults.length;
  } catch {
    // The exit code says that it failed.
  }
}
