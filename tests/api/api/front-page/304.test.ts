import { expect, test } from '../../../harness/world.ts';

test('a browser that already has the page gets no body', async ({ sello }) => {
  const { headers } = await sello.call('GET', '/');
  const again = await sello.call('GET', '/', { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.text]).toEqual([304, '']);
});
