import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('other methods are refused, and the allowed ones are named', async ({ sello }) => {
  for (const url of ['/healthz', '/readyz']) {
    const answer = await sello.call('POST', url);
    expectRefusal(answer, 405, 'method_not_allowed');
    expect(answer.headers.allow).toBe('GET, HEAD');
  }
});

test('the refusal is in Spanish for a caller who prefers it', async ({ sello }) => {
  const answer = await sello.call('POST', '/healthz', { headers: { 'accept-language': 'es' } });
  expect(expectRefusal(answer, 405, 'method_not_allowed')).toBe('POST no es posible aquí; use GET, HEAD.');
});
