import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSello, type TestSello } from '../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

test('what became of requests to providers is counted for a collector on this machine', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key);
  const { status, headers, text } = await sello.call('GET', '/metrics');
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/plain; version=0.0.4');
  expect(text).toMatch(/^sello_psc_requests_total\{provider="[^"]+",outcome="stamped"\} 1$/m);
});

test('whoever comes through a proxy finds nothing', async () => {
  for (const headers of [{ 'x-forwarded-for': '203.0.113.7' }, { forwarded: 'for=203.0.113.7' }]) {
    expect((await sello.call('GET', '/metrics', { headers })).status).toBe(404);
  }
});
