/** Files that operators copy. A file that no program loads in a test may be broken. */

import { globSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT, textOf } from './source-files.ts';

/** Each file, and the test that loads it into its program. */
const LOADED_BY: Record<string, string> = {
  '.dockerignore': 'tests/harness/image-rehearsal.ts',
  Dockerfile: 'tests/harness/image-rehearsal.ts',
  'compose.yaml': 'tests/integration/deploy/compose.test.ts',
  'deploy/Caddyfile': 'tests/harness/deployed-balancer.ts',
  'deploy/compose.env.example': 'tests/integration/deploy/compose.test.ts',
  'deploy/grafana-dashboard.json': 'tests/api/telemetry/metrics/200.test.ts',
  'deploy/haproxy.cfg': 'tests/harness/haproxy.ts',
  'deploy/nginx-sello-http.conf': 'tests/harness/deployed-balancer.ts',
  'deploy/nginx-sello.conf': 'tests/harness/deployed-balancer.ts',
  'deploy/nginx-tls.conf': 'tests/harness/deployed-balancer.ts',
  'deploy/nginx.conf': 'tests/harness/deployed-balancer.ts',
  'deploy/postgres-role.sh': 'tests/integration/deploy/compose.test.ts',
  'deploy/prometheus-rules.yaml': 'tests/integration/deploy/operators-files.test.ts',
  'deploy/sello-command': 'tests/integration/deploy/operators-files.test.ts',
  'deploy/sello.service': 'tests/integration/deploy/operators-files.test.ts',
};

test('every file that operators copy is loaded by a test', () => {
  const shipped = ['.dockerignore', 'Dockerfile', 'compose.yaml', ...globSync('deploy/**/*', { cwd: ROOT })];
  expect(Object.keys(LOADED_BY).sort()).toEqual(shipped.sort());
  for (const [file, loader] of Object.entries(LOADED_BY))
    expect(textOf(loader), `${loader} does not load ${file}`).toContain(file.split('/').at(-1));
});

type Step = { run?: string };
const stepsOf = (file: string): string[] => {
  const text = parse(textOf(file));
  if (file.startsWith('.github')) {
    const jobs = Object.values(text.jobs as Record<string, { steps: Step[] }>);
    return jobs.flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])));
  }
  return Object.values(text as Record<string, { script: string[] }>).flatMap(({ script }) => script);
};

test('the forges run what any machine runs: .ci/run for a change, npm run release for a release', () => {
  const files = globSync(['.gitlab-ci.yml', '.github/workflows/*.yml'], { cwd: ROOT }).sort();
  expect(files).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml', '.gitlab-ci.yml']);
  const known = ['.ci/run', 'npm run release', 'apt-get update'];
  for (const file of files) {
    const steps = stepsOf(file);
    expect(
      steps.some((step) => step === '.ci/run' || step === 'npm run release'),
      file,
    ).toBe(true);
    const others = steps.filter((step) => !known.includes(step));
    for (const step of others)
      expect(step).toMatch(/^(apt-get update && apt-get install -y |git config --global )/);
    // The checkout belongs to another user than that of the container, so git would refuse to read it.
    if (file.startsWith('.github')) expect(others.join()).toContain('safe.directory');
  }
  expect(statSync(path.join(ROOT, '.ci/run')).mode & 0o111).toBe(0o111);
  expect(JSON.parse(textOf('package.json')).scripts).toHaveProperty('release');
});
