import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileForm, multipart } from '../../harness/multipart.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await openTestSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

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

test('the title defaults to the name of the file, and what was not sent is null', async () => {
  const certificate = await sello.certify(caller.key, 'x');
  expect(certificate).toMatchObject({ title: 'contract.pdf', description: null, document_type: null });
});

test('the JSON encoding certifies exactly the decoded bytes and takes every field', async () => {
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
    file: { mime: 'application/octet-stream', size: 5, sha256: createHash('sha256').update(bytes).digest('hex') },
  });
});

test('the right sha256 is accepted in any case, before or after the file', async () => {
  const sha256 = createHash('sha256').update('data').digest('hex');
  for (const parts of [
    [{ name: 'sha256', value: sha256.toUpperCase() }, { name: 'file', value: 'data', filename: 'a' }],
    [{ name: 'file', value: 'data', filename: 'a' }, { name: 'sha256', value: sha256 }],
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

test('a test key certifies without using the allowance, and says so', async () => {
  const { account } = await sello.newAccount({ certificates: 0 });
  const { key } = await sello.newKey(account, { mode: 'test' });
  expect(key).toMatch(/^sello_test_/);
  const certificate = await sello.certify(key);
  expect(certificate.livemode).toBe(false);
  expect(certificate.nom151.accredited).toBe(false);
});
