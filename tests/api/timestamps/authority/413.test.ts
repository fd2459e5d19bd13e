import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('a body longer than any time-stamp request is refused', async () => {
  const headers = { 'content-type': 'application/timestamp-query' };
  expect((await sello.call('POST', '/tsa', { payload: Buffer.alloc(16_385), headers })).status).toBe(413);
});
