import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { forFile } from '../../../harness/for-file.ts';
import { fileForm, multipart } from '../../../harness/multipart.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';

const sello = forFile(shareSello);
const caller = forFile(() => sello.newAccount());

test('a multipart upload answers with the whole certificate record and its address', async () => {
  const content = 'the contract';
  const fields = { title: 'Contrato', description: 'dos\nlíneas', document_type: 'contract' };
  const { status, headers, body } = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    ...fileForm(content, fields, 'contrato ñ.pdf'),
  });
  expect(status).toBe(201);
  const { certificate } = body;
  expect(headers.location).toBe(`${sello.config.baseUrl}${API}/certificates/${certificate.id}`);
  expect(certificate).toMatchObject({
    object: 'certificate',
    livemode: true,
    status: 'stamped',
    ...fields,
    file: {
      name: 'contrato ñ.pdf',
      mime: 'application/pdf',
      size: content.length,
      sha256: createHash('sha256').update(content).digest('hex'),
    },
    nom151: { status: 'issued', accredited: false, warnings: [] },
    blockchain: { status: 'pending', tx_id: null },
  });
  expect(certificate.id).toMatch(/^cert_[0-9A-Za-z]{22}$/);
  expect(certificate.qr_verification_url).toMatch(/\/v\/[0-9A-Za-z]{22}$/);
});

test('a form may send its optional fields empty', async () => {
  const fields = { title: '', external_id: '', seal: '', sha256: '', metadata: '' };
  const { status, body } = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    ...fileForm('x', fields, 'x.txt'),
  });
  expect(status).toBe(201);
  expect(body.certificate).toMatchObject({ title: 'x.txt', external_id: null, metadata: {} });
});

test('the title defaults to the name of the file, and what was not sent is null', async () => {
  const certificate = await sello.certify(caller.key, 'x');
  expect(certificate).toMatchObject({ title: 'contract.pdf', description: null, document_type: null });
});

test('the JSON encoding certifies exactly the decoded bytes and accepts every field', async () => {
  const bytes = Buffer.from([0, 255, 10, 13, 254]);
  const { status, body } = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: {
      file_name: 'bytes.bin',
      file_base64: bytes.toString('base64'),
      description: 'raw',
      document_type: 'blob',
    },
  });
  expect(status).toBe(201);
  expect(body.certificate).toMatchObject({
    title: 'bytes.bin',
    description: 'raw',
    document_type: 'blob',
    file: {
      mime: 'application/octet-stream',
      size: 5,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    },
  });
});

test('the right sha256 is accepted in upper or lower case, before or after the file', async () => {
  const sha256 = createHash('sha256').update('data').digest('hex');
  for (const parts of [
    [
      { name: 'sha256', value: sha256.toUpperCase() },
      { name: 'file', value: 'data', filename: 'a' },
    ],
    [
      { name: 'file', value: 'data', filename: 'a' },
      { name: 'sha256', value: sha256 },
    ],
  ]) {
    const answer = await sello.call('POST', `${API}/certificates`, { key: caller.key, ...multipart(parts) });
    expect(answer.status).toBe(201);
  }
});

test('the same bytes posted twice are two certificates', async () => {
  const first = await sello.certify(caller.key, 'twice');
  const second = await sello.certify(caller.key, 'twice');
  expect(second.id).not.toBe(first.id);
  expect(second.nom151.serial).not.toBe(first.nom151.serial);
});

test('a test key certifies without using the allowance, and the record is marked as a test', async () => {
  const { account } = await sello.newAccount({ certificates: 0 });
  const { key } = await sello.newKey(account, { mode: 'test' });
  expect(key).toMatch(/^sello_test_/);
  const certificate = await sello.certify(key);
  expect(certificate.livemode).toBe(false);
  expect(certificate.nom151.accredited).toBe(false);
});

test('a Content-Digest of the body or of the file is accepted', async () => {
  const form = fileForm('digested');
  const digests = { body: sha256Base64(form.payload), file: sha256Base64('digested') };
  const sha512 = createHash('sha512').update(form.payload).digest('base64');
  for (const digest of Object.values(digests)) {
    const headers = { ...form.headers, 'content-digest': `sha-512=:${sha512}:, sha-256=:${digest}:` };
    const { status } = await sello.call('POST', `${API}/certificates`, { key: caller.key, ...form, headers });
    expect(status).toBe(201);
  }
  const json = JSON.stringify({ file_name: 'a', file_base64: Buffer.from('digested').toString('base64') });
  for (const digest of [sha256Base64(json), digests.file]) {
    const headers = { 'content-type': 'application/json', 'content-digest': `sha-256=:${digest}:` };
    const { status } = await sello.call('POST', `${API}/certificates`, {
      key: caller.key,
      headers,
      payload: json,
    });
    expect(status).toBe(201);
  }
});

test('a certificate uses one of the allowance and one call, and leaves no temporary file', async () => {
  const before = await takeStock(sello, caller);
  await sello.certify(caller.key);
  expect(await takeStock(sello, caller)).toEqual({
    ...afterOneCall(before),
    certificatesLeft: before.certificatesLeft - 1,
    certificates: before.certificates + 1,
  });
});

test('the stored file is the uploaded one, byte for byte', async () => {
  const bytes = randomBytes(3_000_000);
  const certificate = await sello.certify(caller.key, bytes);
  const kept = await sello.ports.blobs.open(caller.account.id, certificate.file.sha256);
  expect(Buffer.concat(await kept!.toArray()).equals(bytes)).toBe(true);
});

test('an unknown field changes nothing, whatever its name', async () => {
  const { body } = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    headers: { 'content-type': 'application/json' },
    payload: `{"file_name":"a","file_base64":"YQ==","id":"cert_mine","livemode":false,"status":"certified",
      "account_id":"acct_other","created_at":"2001-01-01T00:00:00Z","__proto__":{"title":"p"},"constructor":1}`,
  });
  expect(body.certificate).toMatchObject({ livemode: true, status: 'stamped', title: 'a' });
  expect(body.certificate.id).not.toBe('cert_mine');
  expect(body.certificate.created_at).not.toMatch(/^2001/);
});

describe('a retry with the same Idempotency-Key', () => {
  const post = (key: string, form: { payload: Buffer | object; headers?: Record<string, string> }) =>
    sello.call('POST', `${API}/certificates`, {
      key: caller.key,
      payload: form.payload,
      headers: { ...form.headers, 'idempotency-key': key },
    });

  test('gets the first answer, byte for byte, and makes no second certificate', async () => {
    const form = fileForm('once', { title: 'Título "único" \u2028', description: '1\n2' });
    const first = await post('retry-1', form);
    expect(first.status).toBe(201);
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const before = await takeStock(sello, caller);
    const second = await post('retry-1', form);
    expect(second.status).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.headers['content-type']).toBe(first.headers['content-type']);
    expect(second.headers.location).toBe(first.headers.location);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
  });

  test('may quote the key or leave the quotes out', async () => {
    const first = await post('"quoted-1"', fileForm('q'));
    const second = await post('quoted-1', fileForm('q'));
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
  });

  test('may send the same content in the other encoding', async () => {
    const first = await post('encodings-1', fileForm('same', { title: 'T', document_type: 'd' }));
    const second = await post('encodings-1', {
      payload: {
        document_type: 'd',
        title: 'T',
        file_mime: 'application/pdf',
        file_name: 'contract.pdf',
        file_base64: Buffer.from('same').toString('base64'),
      },
    });
    expect(second.status).toBe(201);
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
  });

  test('is answered by any process', async () => {
    const other = await sello.another();
    const first = await post('processes-1', fileForm('p'));
    const form = fileForm('p');
    const second = await other.call('POST', `${API}/certificates`, {
      key: caller.key,
      ...form,
      headers: { ...form.headers, 'idempotency-key': 'processes-1' },
    });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(second.text).toBe(first.text);
  });

  test('is answered even when the allowance has been used up since', async () => {
    const last = await sello.newAccount({ certificates: 1 });
    const form = fileForm('last');
    const headers = { ...form.headers, 'idempotency-key': 'last-1' };
    const call = () => sello.call('POST', `${API}/certificates`, { key: last.key, ...form, headers });
    const first = await call();
    const second = await call();
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
  });

  test('from another account is a separate request', async () => {
    const stranger = await sello.newAccount();
    const form = fileForm('theirs');
    const headers = { ...form.headers, 'idempotency-key': 'shared-1' };
    const ours = await sello.call('POST', `${API}/certificates`, { key: caller.key, ...form, headers });
    const theirs = await sello.call('POST', `${API}/certificates`, { key: stranger.key, ...form, headers });
    expect(theirs.headers['idempotent-replayed']).toBeUndefined();
    expect(theirs.body.certificate.id).not.toBe(ours.body.certificate.id);
  });

  test('is a replay for 24 hours and a new request after them', async () => {
    const first = await post('day-1', fileForm('day'));
    sello.advance(24 * 3_600_000 - 60_000);
    const replay = await post('day-1', fileForm('day'));
    expect(replay.text).toBe(first.text);
    sello.advance(60_000);
    const anew = await post('day-1', fileForm('day'));
    expect(anew.status).toBe(201);
    expect(anew.headers['idempotent-replayed']).toBeUndefined();
    expect(anew.body.certificate.id).not.toBe(first.body.certificate.id);
  });
});

function sha256Base64(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64');
}
