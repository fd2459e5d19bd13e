import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('file: a redirect to the signed address, which needs no key', async ({ sello, client }) => {
  const { id } = await sello.certify(client.key, 'the original');
  const { status, headers, text } = await sello.call('GET', `${API}/certificates/${id}/proof/file`, {
    key: client.key,
  });
  expect([status, text]).toEqual([302, '']);
  expect((await sello.call('GET', String(headers.location))).text).toBe('the original');
});
