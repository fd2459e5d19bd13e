import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

test('405: only POST is possible', async () => {
  for (const method of ['GET', 'HEAD', 'DELETE']) {
    const answer = await sello.call(method, '/tsa');
    expect([answer.status, answer.headers.allow]).toEqual([405, 'POST']);
  }
  expectRefusal(await sello.call('GET', '/tsa'), 405, 'method_not_allowed');
});

test('413: a request that is longer than any time-stamp request is cut short', async () => {
  const headers = { 'content-type': 'application/timestamp-query' };
  expect((await sello.call('POST', '/tsa', { payload: Buffer.alloc(16_385), headers })).status).toBe(413);
});

test('415: another type of body is refused', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await sello.call('POST', '/tsa', { payload: '{}', headers })).status).toBe(415);
  expect((await sello.call('POST', '/tsa')).status).toBe(415);
});
