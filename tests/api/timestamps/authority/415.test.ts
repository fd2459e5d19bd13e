import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('any other Content-Type is refused', async () => {
  const headers = { 'content-type': 'application/json' };
  expect((await sello.call('POST', '/tsa', { payload: '{}', headers })).status).toBe(415);
  expect((await sello.call('POST', '/tsa')).status).toBe(415);
});
