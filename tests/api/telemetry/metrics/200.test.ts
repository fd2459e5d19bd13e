import { readFile } from 'node:fs/promises';
import { CONDITION_NAMES, conditionOf } from '../../../../server/src/upkeep/conditions/conditions.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('requests to providers are counted by outcome, for a collector on this machine', async ({ sello }) => {
  const { key } = await sello.newAccount();
  await sello.certify(key);
  const { status, headers, text } = await sello.call('GET', '/metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(text).toMatch(/^sello_psc_requests_total\{provider="[^"]+",outcome="stamped"\} 1$/m);
});

test('a request through a proxy gets 404', async ({ sello }) => {
  for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }]) {
    expect((await sello.call('GET', '/metrics', { headers })).status).toBe(404);
  }
});

test('requests are counted by route and status, never by address', async ({ sello }) => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key);
  await sello.call('GET', `/api/public/v1/certificates/${id}`, { key });
  await sello.call('GET', '/nowhere/at/all');
  const { text } = await sello.call('GET', '/metrics');
  expect(text).toContain(
    'sello_http_requests_total{method="GET",route="/api/public/v1/certificates/:id",status="200"} 1',
  );
  expect(text).toContain('sello_http_requests_total{method="GET",route="none",status="404"} 1');
  expect(text).not.toContain(id);
});

test('the state of the log is reported', async ({ sello }) => {
  const { text } = await sello.call('GET', '/metrics');
  expect(text).toMatch(/^sello_log_size \d+$/m);
  expect(text).toMatch(/^sello_log_waiting \d+$/m);
  expect(text).toMatch(/^sello_log_certified_size\{mode="live"\} 0$/m);
});

test('P122 every condition is a metric, and so is the free space on the disk', async ({ sello }) => {
  const { text } = await sello.call('GET', '/metrics');
  for (const name of CONDITION_NAMES)
    expect(text).toContain(`sello_condition{condition="${name}",level="${conditionOf(name).level}"} 0`);
  expect(text).toMatch(/^sello_disk_free_bytes [1-9]\d+$/m);
  expect(text).toMatch(/^sello_disk_total_bytes [1-9]\d+$/m);
  expect(text).toMatch(/^# TYPE sello_disk_free_files gauge$/m);
  expect(text).toMatch(/^sello_process\{number="\d+"\} 1$/m);
});

test.for(['grafana-dashboard.json', 'prometheus-rules.yaml'])(
  'every metric in %s exists',
  async (file, { sello }) => {
    const { text } = await sello.call('GET', '/metrics');
    const told = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const shipped = await readFile(new URL(`../../../../deploy/${file}`, import.meta.url), 'utf8');
    const asked = [...shipped.matchAll(/\b(?:sello|process|nodejs)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    );
    expect(asked.length).toBeGreaterThan(8);
    for (const name of asked) expect(told).toContain(name);
    if (file.endsWith('.json')) expect(expressionsOf(JSON.parse(shipped)).length).toBeGreaterThan(10);
  },
);

/** Every panel of the board has a query. */
function expressionsOf({ panels }: { panels: { title: string; targets?: { expr?: string }[] }[] }): string[] {
  return panels.flatMap(({ title, targets = [] }) => {
    const expressions = targets.map(({ expr }) => expr ?? '');
    expect([title, expressions.length > 0, expressions.includes('')]).toEqual([title, true, false]);
    return expressions;
  });
}
