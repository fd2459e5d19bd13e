/** `npm test`: types, lint and tests, in that order, until one fails. Arguments are passed to vitest. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BIN = path.join(ROOT, 'node_modules', '.bin');

const scratch = mkdtempSync(path.join(tmpdir(), 'sello-test-run-'));
const report = path.join(scratch, 'report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];

const STEPS = [
  {
    name: 'types',
    program: 'tsc',
    runs: [
      ['-p', 'proof'],
      ['-p', 'server'],
      ['-p', 'web'],
      ['-p', 'tests'],
      ['-p', 'tests/e2e'],
    ],
  },
  { name: 'lint', program: 'biome', runs: [['check', '.']] },
  { name: 'tests', program: 'vitest', runs: [['run', ...reporters, ...process.argv.slice(2)]] },
];

try {
  process.exitCode = await runSteps();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function runSteps() {
  const summary = [];
  let exitCode = 0;
  for (const { name, program, runs } of STEPS) {
    const startedAt = performance.now();
    for (const args of runs) exitCode ||= await run(program, args);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    summary.push(`${name} ${exitCode === 0 ? 'ok' : 'FAILED'} ${seconds} s`);
    if (exitCode !== 0) break;
  }
  console.log(`\n${summary.join(' · ')}`);
  const counts = readCounts();
  if (counts !== undefined) console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return exitCode;
}

function run(program, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(path.join(BIN, program), args, { cwd: ROOT, stdio: 'inherit' });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]));
  });
}

/** Undefined if the tests did not run. A test file that could not be loaded counts as one failure. */
function readCounts() {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const broken = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
    );
    return { passed: numPassedTests, failed: numFailedTests + broken.length };
  } catch {
    return undefined;
  }
}
