/** A certificate for a file that its owner never sends. */

import { createHash, randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { readZip } from '../../../../proof/src/encoding/zip.ts';
import { eraseExpiredFiles } from '../../../../server/src/certificates/erasing/erase-files.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { forFile } from '../../../harness/for-file.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { takeStock } from '../../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount } from '../../../harness/test-sello.ts';

let caller: TestAccount;
const sello = forFile(openTestSello);
beforeAll(async () => {
  caller = await sello.newAccount({ certificates: 50 });
});

const digest = () => randomBytes(32).toString('hex');

const post = (payload: object, headers: Record<string, string> = {}, key = caller.key) =>
  sello.call('POST', `${API}/certificates`, { key, payload, headers });

test('a fingerprint without its file is certified, in upper case too, and the record says that no file is stored', async () => {
  const sha256 = digest();
  const before = await takeStock(sello, caller);
  const { status, headers, body } = await post({
    sha256: sha256.toUpperCase(),
    file_name: 'contrato.pdf',
    file_mime: 'application/pdf',
    file_size: 9_007_199_254_740_991,
    description: 'se queda conmigo',
    file_base64: null,
  });
  expect(status).toBe(201);
  expect(headers.location).toContain(body.certificate.id);
  expect(body.certificate).toMatchObject({
    title: 'contrato.pdf',
    description: 'se queda conmigo',
    file: {
      name: 'contrato.pdf',
      mime: 'application/pdf',
      size: 9_007_199_254_740_991,
      sha256,
      stored: false,
      expires_at: null,
      erased_at: null,
    },
    nom151: { status: 'issued' },
  });
  const after = await takeStock(sello, caller);
  expect(after).toMatchObject({ certificatesLeft: before.certificatesLeft - 1, incoming: [] });
  const read = await sello.call('GET', `${API}/certificates/${body.certificate.id}`, { key: caller.key });
  expect(read.body.certificate).toEqual(body.certificate);
  const verify = await sello.call('GET', `${API}/verify/${sha256}`, { key: caller.key });
  expect(verify.body).toMatchObject({ certified: true, certificates: [{ id: body.certificate.id }] });
});

test('what was not stated is null or a default', async () => {
  const { body } = await post({ sha256: digest(), file_name: 'a.bin' });
  expect(body.certificate.file).toMatchObject({ size: null, mime: 'application/octet-stream' });
});

test('the blob store is not used, and no bytes count against the account’s room', async () => {
  const { blobs } = sello.ports;
  const calls: string[] = [];
  const receive = blobs.receive;
  blobs.receive = (accountId) => {
    calls.push('receive');
    return receive(accountId);
  };
  await post({ sha256: digest(), file_name: 'a.bin', file_size: 10 ** 15 });
  blobs.receive = receive;
  expect(calls).toEqual([]);
  const [row] = await sello.database.query(
    'select sum(stored_bytes)::integer as stored from certificate_counts where account_id = $1',
    [caller.account.id],
  );
  expect(row).toEqual({ stored: 0 });
});

test('the page, the bundle and the constancia say in both languages that only the fingerprint was sent', async () => {
  const { certificate } = (await post({ sha256: digest(), file_name: 'a.bin' })).body;
  const code = certificate.qr_verification_url.split('/v/')[1];
  for (const [language, words] of [
    ['es', 'nunca lo recibió ni lo vio'],
    ['en', 'never received or saw the file'],
  ]) {
    const page = await sello.call('GET', `/v/${code}?lang=${language}`);
    expect(page.text).toContain(words);
    expect(page.text).not.toMatch(/guarda el original|keeps the original|null bytes/);
  }
  const json = await sello.call('GET', `/v/${code}.json`);
  expect(json.body.file).toMatchObject({ size: null, fingerprint_only: true });
  const proof = `${API}/certificates/${certificate.id}/proof`;
  const bundle = await sello.call('GET', `${proof}?type=bundle`, { key: caller.key });
  const files = readZip(Buffer.from(bundle.body.proof.zip_base64, 'base64'));
  const texts = new Map(files.map(({ name, content }) => [name, Buffer.from(content).toString()]));
  expect(texts.get('README.txt')).toContain('nunca recibió ni vio el archivo');
  expect(texts.get('README.txt')).toContain('never received or saw the file');
  expect(JSON.parse(texts.get('manifest.json') ?? '').file).toMatchObject({
    size: null,
    fingerprint_only: true,
  });
  const constancia = await sello.call('GET', `${proof}?type=constancia&format=raw`, { key: caller.key });
  expect([constancia.status, constancia.headers['content-type']]).toEqual([200, 'application/pdf']);
});

test('its file is not stored: 404 that says it was never sent, never that it was erased', async () => {
  const { certificate } = (await post({ sha256: digest(), file_name: 'a.bin' })).body;
  for (const format of ['', '&format=raw']) {
    const answer = await sello.call('GET', `${API}/certificates/${certificate.id}/proof?type=file${format}`, {
      key: caller.key,
    });
    const message = expectRefusal(answer, 404, 'file_not_stored');
    expect(message).toContain('fingerprint');
    expect(message).not.toContain('erased');
  }
});

test('in test mode a fingerprint does not expire, but the file of another certificate over the same bytes does', async () => {
  const { key } = await sello.newKey(caller.account, { mode: 'test' });
  const content = `of a month ago ${digest()}`;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const alone = (await post({ sha256, file_name: 'a.bin' }, {}, key)).body.certificate;
  const sent = await sello.certify(key, content);
  sello.advance(31 * 86_400_000);
  await eraseExpiredFiles(sello.ports, sello.config);
  const later = (await sello.newKey(caller.account, { mode: 'test' })).key;
  const read = async (id: string) =>
    (await sello.call('GET', `${API}/certificates/${id}`, { key: later })).body.certificate.file;
  expect(await read(alone.id)).toMatchObject({ stored: false, expires_at: null, erased_at: null });
  expect((await read(sent.id)).erased_at).not.toBeNull();
  expect(await sello.ports.blobs.sizeOf(caller.account.id, sha256 as never)).toBeUndefined();
});

test('for an Idempotency-Key, a fingerprint and a file with the same digest are different requests', async () => {
  caller = await sello.newAccount({ certificates: 50 });
  const content = 'the same digest';
  const sha256 = createHash('sha256').update(content).digest('hex');
  const headers = { 'idempotency-key': 'once' };
  const item = { sha256, file_name: 'contract.pdf', file_mime: 'application/pdf' };
  const first = await post(item, headers);
  const replay = await post(item, headers);
  expect(replay.headers['idempotent-replayed']).toBe('true');
  expect(replay.body).toEqual(first.body);
  const form = fileForm(content);
  const other = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
  expectRefusal(other, 422, 'idempotency_key_reused');
});
