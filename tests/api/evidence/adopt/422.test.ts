import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { forgeProvider } from '../../../harness/forged-provider.ts';
import { multipart, type Part } from '../../../harness/multipart.ts';
import {
  DAY_MS,
  evidencePart,
  filePart,
  ISSUED_AT,
  sha256Of,
  trustOther,
} from '../../../harness/other-provider.ts';
import { readVector } from '../../../harness/read-vector.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('other', FILE, ({ sello }) => trustOther(sello))
  .extend('refused', ({ sello, client }) => async (parts: readonly Part[], code: string) => {
    const before = await takeStock(sello, client);
    const answer = await sello.call('POST', `${API}/evidence/adopt`, {
      key: client.key,
      ...multipart(parts),
    });
    expect(await takeStock(sello, client)).toEqual(afterOneCall(before));
    return expectRefusal(answer, 422, code as never);
  });

const CONTENT = 'the document';

test('a constancia of another file', async ({ other, refused }) => {
  const tsr = await other.stamp(sha256Of(CONTENT), ISSUED_AT);
  const message = await refused([evidencePart(tsr), filePart('another')], 'evidence_invalid');
  expect(message).toContain('timestamp.imprint');
  expect(message).toContain('Nothing was used up');
});

test('a changed bit', async ({ other, refused }) => {
  const tsr = Uint8Array.from(await other.stamp(sha256Of(CONTENT), ISSUED_AT));
  tsr[tsr.length - 3] = (tsr.at(-3) ?? 0) ^ 1;
  const message = await refused([evidencePart(tsr), filePart(CONTENT)], 'evidence_invalid');
  expect(message).toContain('timestamp.signature');
});

test('an authority that this service does not trust, even if the caller sends its root', async ({
  refused,
}) => {
  const stranger = await forgeProvider({ name: 'Unknown', notBefore: new Date(Date.now() - 900 * DAY_MS) });
  const parts = [evidencePart(await stranger.stamp(sha256Of(CONTENT), ISSUED_AT)), filePart(CONTENT)];
  const root = { name: 'root', value: Buffer.from(stranger.rootDer).toString('base64') };
  for (const given of [parts, [...parts, root]])
    expect(await refused(given, 'evidence_invalid')).toContain('timestamp.chain');
});

test('a signer that has expired', async ({ sello, refused }) => {
  const old = await trustOther(sello, { name: 'Old PSC', notAfter: new Date(Date.now() - DAY_MS) });
  const tsr = await old.stamp(sha256Of(CONTENT), ISSUED_AT);
  expect(await refused([evidencePart(tsr), filePart(CONTENT)], 'evidence_invalid')).toContain(
    'timestamp.signer_expired',
  );
});

test('a time in the future', async ({ other, refused }) => {
  const tsr = await other.stamp(sha256Of(CONTENT), new Date(Date.now() + DAY_MS));
  expect(await refused([evidencePart(tsr), filePart(CONTENT)], 'evidence_invalid')).toContain(
    'timestamp.gen_time',
  );
});

test('the stamp of this service’s own authority', async ({ sello, client, refused }) => {
  const { id } = await sello.certify(client.key, CONTENT);
  const url = `${API}/certificates/${id}/proof?type=nom151&format=raw`;
  const { bytes } = await sello.call('GET', url, { key: client.key });
  expect(await refused([evidencePart(bytes), filePart(CONTENT)], 'evidence_invalid')).toContain('timestamp.');
});

test('a stamp over a SHA-512, without its file and with another', async ({ other, refused }) => {
  const tsr = await other.stamp(new Uint8Array(64), ISSUED_AT, 'SHA-512');
  const alone = [evidencePart(tsr), { name: 'sha256', value: '0'.repeat(64) }];
  expect(await refused(alone, 'validation_failed')).toContain('send it as `file`');
  expect(await refused([evidencePart(tsr), filePart(CONTENT)], 'evidence_invalid')).toContain(
    'timestamp.imprint',
  );
});

test('evidence that is no constancia, in both languages', async ({ sello, client, refused }) => {
  const legacy = readVector('nom151/legacy-nom151-2002-format.ber');
  for (const value of [legacy, 'hello'])
    expect(await refused([evidencePart(value, 'a.txt'), filePart(CONTENT)], 'validation_failed')).toContain(
      '`evidence` is no constancia',
    );
  const form = multipart([evidencePart('hello', 'a.txt'), filePart(CONTENT)]);
  const headers = { ...form.headers, 'accept-language': 'es' };
  const spanish = await sello.call('POST', `${API}/evidence/adopt`, { key: client.key, ...form, headers });
  expect(spanish.body.message).toContain('no es una constancia');
});

test('missing or repeated parts, by name', async ({ other, refused }) => {
  const stamp = evidencePart(await other.stamp(sha256Of(CONTENT), ISSUED_AT));
  const cases: [Part[], RegExp][] = [
    [[filePart(CONTENT)], /evidence is missing/],
    [[stamp], /file is missing/],
    [[stamp, stamp, filePart(CONTENT)], /evidence was sent more than once/],
    [[{ name: 'evidence', value: 'x' }, filePart(CONTENT)], /evidence was sent as text/],
    [[stamp, { name: 'sha256', value: 'abc' }], /64 hexadecimal/],
    [[stamp, filePart(CONTENT), { name: 'metadata', value: '[]' }], /metadata/],
  ];
  for (const [parts, message] of cases) expect(await refused(parts, 'validation_failed')).toMatch(message);
});

test('an empty file, and a file that does not have the given hash', async ({ other, refused }) => {
  const stamp = evidencePart(await other.stamp(sha256Of(CONTENT), ISSUED_AT));
  await refused([stamp, filePart('')], 'empty_file');
  await refused([stamp, filePart('x'), { name: 'sha256', value: '0'.repeat(64) }], 'digest_mismatch');
});

test('JSON with a constancia that is not base64', async ({ sello, client }) => {
  for (const evidence_base64 of ['***', '', 7]) {
    const answer = await sello.call('POST', `${API}/evidence/adopt`, {
      key: client.key,
      payload: { evidence_base64, sha256: '0'.repeat(64) },
    });
    expectRefusal(answer, 422, 'invalid_base64');
  }
});
