import { PARTS } from '../../../../server/src/upkeep/conditions/conditions.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

const ALL_GREEN = Object.fromEntries(PARTS.map((part) => [part, 'green']));

test.for([
  ['/healthz', { status: 'ok' }],
  ['/readyz', { status: 'ok', parts: ALL_GREEN }],
  ['/readyz?part=certifying', { status: 'ok', parts: ALL_GREEN }],
] as const)('%s answers ok to GET and HEAD, and reveals no internals', async ([url, body], { sello }) => {
  const answer = await sello.call('GET', url);
  expect([answer.status, answer.body]).toEqual([200, body]);
  expect(answer.headers).not.toHaveProperty('server');
  expect(answer.headers).not.toHaveProperty('x-powered-by');
  const head = await sello.call('HEAD', url);
  expect([head.status, head.text]).toEqual([200, '']);
});

test('P122 a condition that stops certifying but not reading is reported with 200, in the caller’s language', async ({
  sello,
}) => {
  const { conditions } = sello.ports;
  sello.ports.conditions = {
    ...conditions,
    look: async () => [{ name: 'files_away', detail: '/srv/secret/path' }],
  };
  const answer = await sello.call('GET', '/readyz', { headers: { 'accept-language': 'es' } });
  sello.ports.conditions = conditions;
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    status: 'degraded',
    parts: { ...ALL_GREEN, certifying: 'red', files: 'red' },
    problems: [{ condition: 'files_away', code: 'files_away', message: expect.stringContaining('almacén') }],
  });
  expect(answer.text).not.toContain('/srv/secret');
});
