import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

test.for(['/healthz', '/readyz'])('%s answers ok to GET and HEAD, and reveals no internals', async (url) => {
  const { status, body, headers } = await sello.call('GET', url);
  expect([status, body]).toEqual([200, { status: 'ok' }]);
  expect(headers).not.toHaveProperty('server');
  expect(headers).not.toHaveProperty('x-powered-by');
  const head = await sello.call('HEAD', url);
  expect([head.status, head.text]).toEqual([200, '']);
});
