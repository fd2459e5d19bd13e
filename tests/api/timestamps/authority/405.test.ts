import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('only POST is allowed', async () => {
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    const answer = await sello.call(method, '/tsa');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  }
  expectRefusal(await sello.call('GET', '/tsa'), 405, 'method_not_allowed');
});
