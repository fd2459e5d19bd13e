import { ODD_PDFS } from '../../../harness/odd-pdfs.ts';
import { postWithSeal, recordOf, sealAll } from '../../../harness/sealed.ts';
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

test('the packages of a PDF and of its sealed copy name each other', async ({ sello, client }) => {
  const { id } = (await postWithSeal(sello, client.key, ODD_PDFS.simple as Uint8Array)).body.certificate;
  await sealAll(sello);
  const original = await recordOf(sello, client.key, id);
  const copy = await recordOf(sello, client.key, original.sealed.certificate_id);
  for (const [of, words, other] of [
    [original, 'Copia sellada de este PDF', copy],
    [copy, 'Es la copia sellada de este otro PDF', original],
  ]) {
    const url = `${API}/certificates/${of.id}/proof?type=court&format=raw`;
    const { status, bytes } = await sello.call('GET', url, { key: client.key });
    expect(status).toBe(200);
    expect(bytes.includes(words)).toBe(true);
    expect(bytes.includes(`${other.id} · SHA-256 ${other.file.sha256}`)).toBe(true);
  }
});
