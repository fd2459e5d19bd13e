import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

test('only POST is allowed', async ({ sello }) => {
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    const answer = await sello.call(method, '/tsa');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  }
  expectRefusal(await sello.call('GET', '/tsa'), 405, 'method_not_allowed');
});
