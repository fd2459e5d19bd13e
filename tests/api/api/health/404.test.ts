import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

test('an unknown address', async () => {
  for (const url of [
    '/healthz/x',
    '/health',
    '/api',
    '/api/public',
    '/wp-login.php',
    '/..%2f..%2fetc%2fpasswd',
  ]) {
    expectRefusal(await sello.call('GET', url), 404, 'not_found');
  }
  expect((await sello.call('HEAD', '/nothing')).status).toBe(404);
});
