import { expect, test } from '../../../harness/world.ts';

test('a body longer than any time-stamp request is refused', async ({ sello }) => {
  const headers = { 'content-type': 'application/timestamp-query' };
  expect((await sello.call('POST', '/tsa', { payload: Buffer.alloc(16_385), headers })).status).toBe(413);
});
