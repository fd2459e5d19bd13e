import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('file raw: a redirect to the signed address, which needs no key', async ({ sello, client }) => {
  const bytes = Buffer.from([0, 1, 2, 255]);
  const { id } = await sello.certify(client.key, bytes);
  const { status, headers, text } = await sello.call(
    'GET',
    `${API}/certificates/${id}/proof?type=file&format=raw`,
    {
      key: client.key,
    },
  );
  expect([status, text]).toEqual([302, '']);
  expect(headers.location).toMatch(new RegExp(`^http://localhost:3000/files/${id}\\?account=acct_`));
  const file = await sello.call('GET', String(headers.location));
  expect(file.status).toBe(200);
  expect(file.bytes).toEqual(bytes);
});
