import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('JSON has a link to the package, which works without a key for five minutes', async ({
  sello,
  client,
}) => {
  const { id, file } = await sello.certify(client.key, 'for the judge');
  const { body, status } = await sello.call('GET', `${API}/certificates/${id}/proof?type=court`, {
    key: client.key,
  });
  expect(status).toBe(200);
  expect(body.proof).toMatchObject({
    type: 'court',
    certificate_id: id,
    file_name: `${id}-juicio.zip`,
    original: 'include',
    sha256: file.sha256,
  });
  const address = body.proof.url.slice(sello.config.baseUrl.length);
  const linked = await sello.call('GET', address);
  expect(linked.status).toBe(200);
  expect(linked.headers).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="${id}-juicio.zip"`,
    'x-content-type-options': 'nosniff',
  });
  const raw = await sello.call('GET', `${API}/certificates/${id}/proof?type=court&format=raw`, {
    key: client.key,
  });
  expect(Buffer.compare(raw.bytes, linked.bytes)).toBe(0);
  expect(raw.bytes.includes('for the judge')).toBe(true);
});

test('the original is left out on request, and always if only the fingerprint was sent', async ({
  sello,
  client,
}) => {
  const { id } = await sello.certify(client.key, 'stays with us');
  const omit = (of: string, more = '') =>
    sello.call('GET', `${API}/certificates/${of}/proof?type=court&original=omit${more}`, { key: client.key });
  const { bytes, status } = await omit(id, '&format=raw');
  expect(status).toBe(200);
  expect(bytes.includes('stays with us')).toBe(false);
  expect(bytes.includes('AGREGUE-EL-ORIGINAL.txt')).toBe(true);
  const sent = await sello.call('POST', `${API}/certificates`, {
    key: client.key,
    payload: { sha256: '5'.repeat(64), file_name: 'only the fingerprint.docx' },
  });
  const { body } = await omit(sent.body.certificate.id);
  expect(body.proof.original).toBe('omit');
  const linked = await sello.call('GET', body.proof.url.slice(sello.config.baseUrl.length));
  expect(linked.bytes.includes('original/original.docx')).toBe(true);
});
