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

test.for([
  ['court', 'application/zip'],
  ['asic', 'application/vnd.etsi.asic-s+zip'],
] as const)(
  '%s: a redirect to the archive with the original, which needs no key',
  async ([type, mime], { sello, client }) => {
    const { id } = await sello.certify(client.key, 'the original');
    const { status, headers } = await sello.call('GET', `${API}/certificates/${id}/proof/${type}`, {
      key: client.key,
    });
    expect(status).toBe(302);
    const archive = await sello.call('GET', String(headers.location));
    expect([archive.status, archive.headers['content-type']]).toEqual([200, mime]);
    expect(archive.bytes.includes('the original')).toBe(true);
  },
);
