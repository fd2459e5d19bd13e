import { expect, test } from '../../../harness/world.ts';

test('any other Content-Type is refused', async ({ sello }) => {
  const headers = { 'content-type': 'application/json' };
  expect((await sello.call('POST', '/tsa', { payload: '{}', headers })).status).toBe(415);
  expect((await sello.call('POST', '/tsa')).status).toBe(415);
});
