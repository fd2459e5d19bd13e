import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('a client that already has the bytes does not get them again', async ({ sello, client }) => {
  const { id } = await sello.certify(client.key);
  const url = `${API}/certificates/${id}/proof/nom151`;
  const { headers } = await sello.call('GET', url, { key: client.key });
  const again = await sello.call('GET', url, {
    key: client.key,
    headers: { 'if-none-match': String(headers.etag) },
  });
  expect([again.status, again.text]).toEqual([304, '']);
});
