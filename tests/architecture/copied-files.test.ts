/** Files that operators copy. One that no program loads in a test may not load at all. */

import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ROOT, textOf } from './source-files.ts';

/** Each file, and the test that gives it to the program that it is for. */
const LOADED_BY: Record<string, string> = {
  Dockerfile: 'tests/integration/deploy/compose.test.ts',
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
  const shipped = ['Dockerfile', 'compose.yaml', ...globSync('deploy/**/*', { cwd: ROOT })];
  expect(Object.keys(LOADED_BY).sort()).toEqual(shipped.sort());
  for (const [file, loader] of Object.entries(LOADED_BY))
    expect(textOf(loader), `${loader} does not load ${file}`).toContain(file.split('/').at(-1));
});
