import { afterAll, beforeAll, expect, test } from 'vitest';
import { DASHBOARD, type Person, signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs, uploadAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let person: Person;
beforeAll(async () => {
  sello = await openTestSello();
  person = await signUp(sello);
});
afterAll(() => sello.close());

test('401: nothing is told, and no upload is read, without a session; a key is none', async () => {
  const { secret } = await person.newKey();
  const form = fileForm('x');
  for (const [method, path] of [
    ['GET', '/certificates'],
    ['POST', '/certificates'],
    ['GET', '/certificates/cert_0000000000000000000000'],
    ['GET', '/certificates/cert_0000000000000000000000/proof?type=nom151'],
    ['GET', '/certificates/cert_0000000000000000000000/qr'],
    ['GET', '/usage'],
    ['GET', '/usage.csv'],
  ] as const) {
    for (const key of [undefined, secret]) {
      const call = { key, ...(method === 'POST' && form) };
      expectRefusal(await sello.call(method, DASHBOARD + path, call), 401, 'unauthorized');
    }
  }
});

test('402: with the allowance used up a live certificate is refused, a test one is not', async () => {
  const poor = await signUp(sello);
  for (let i = 0; i < 5; i++) await certifyAs(poor, `${i}`);
  expectRefusal(await uploadAs(poor, 'one more'), 402, 'allowance_exhausted');
  expect((await uploadAs(poor, 'one more', { mode: 'test' })).status).toBe(201);
});

test('402: of many uploads at once exactly the allowance is certified', async () => {
  const poor = await signUp(sello);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => uploadAs(poor, `${i}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(7);
});

test('409: a blockchain proof that is not ready says so, and when to come again', async () => {
  const { id } = await certifyAs(person, 'fresh', { mode: 'test' });
  const answer = await person.call('GET', `/certificates/${id}/proof?type=blockchain`);
  expectRefusal(answer, 409, 'proof_not_ready');
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
});

test('413, 415 and 422: an upload is refused as in the public API, and uses nothing up', async () => {
  const left = person.account.certificates_left;
  const tooLarge = await uploadAs(person, Buffer.alloc(52_428_801));
  expectRefusal(tooLarge, 413, 'file_too_large');
  const text = { 'content-type': 'text/plain' };
  const plain = await person.call('POST', '/certificates', Buffer.from('x'), text);
  expectRefusal(plain, 415, 'unsupported_media_type');
  expectRefusal(await uploadAs(person, ''), 422, 'empty_file');
  const wrong = { fields: { sha256: '0'.repeat(64) } };
  expectRefusal(await uploadAs(person, 'x', wrong), 422, 'digest_mismatch');
  expectRefusal(
    await uploadAs(person, 'x', { fields: { title: 'x'.repeat(501) } }),
    422,
    'validation_failed',
  );
  expect((await person.call('GET', '/me')).body.account.certificates_left).toBe(left);
  expect((await person.call('GET', '/certificates')).body.pagination.total).toBe(0);
});

test('422: modes, types, formats and pages that there are not', async () => {
  const { id } = await certifyAs(person, 'x', { mode: 'test' });
  for (const path of [
    '/certificates?mode=both',
    '/certificates?limit=101',
    '/certificates?limit=ten',
    '/certificates?status=lost',
    `/certificates/${id}?mode=`,
    `/certificates/${id}/proof`,
    `/certificates/${id}/proof?type=chain`,
    `/certificates/${id}/qr?format=gif`,
    `/certificates/${id}/qr?download=yes`,
  ]) {
    expectRefusal(await person.call('GET', path), 422, 'validation_failed');
  }
  expectRefusal(await person.call('GET', '/certificates?sha256=abc'), 422, 'invalid_hash');
  const form = fileForm('x');
  const answer = await person.call('POST', '/certificates?mode=both', form.payload, form.headers);
  expectRefusal(answer, 422, 'validation_failed');
});
