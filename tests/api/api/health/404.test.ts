import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('an unknown address', async ({ sello }) => {
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
