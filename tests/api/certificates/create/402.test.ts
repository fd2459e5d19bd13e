import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { ODD_PDFS } from '../../../harness/odd-pdfs.ts';
import { postWithSeal } from '../../../harness/sealed.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend('post', ({ sello }) => (key: string, headers: Record<string, string> = {}) => {
  const form = fileForm('one more');
  return sello.call('POST', `${API}/certificates`, {
    key,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
});

test('a new account makes five certificates and is then told how to get more', async ({ sello, post }) => {
  const caller = await sello.newAccount({ certificates: sello.config.freeCertificates });
  for (let made = 0; made < 5; made++) await sello.certify(caller.key);
  const before = await takeStock(sello, caller);
  const { status, body } = await post(caller.key);
  expect(status).toBe(402);
  expect(body).toEqual({ error: 'allowance_exhausted', message: expect.stringContaining('operator') });
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
  const spanish = await post(caller.key, { 'accept-language': 'es' });
  expect(spanish.body.message).toContain('ya no tiene certificados disponibles');
});

test('an Idempotency-Key refused for lack of allowance can be used once more is granted', async ({
  sello,
  post,
}) => {
  const caller = await sello.newAccount({ certificates: 0 });
  const before = await takeStock(sello, caller);
  const headers = { 'idempotency-key': 'broke' };
  expect((await post(caller.key, headers)).status).toBe(402);
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
  await sello.ports.accounts.grant(caller.account.id, 1, sello.ports.now(), OPERATOR);
  const granted = await post(caller.key, headers);
  expect(granted.status).toBe(201);
  expect(granted.headers['idempotent-replayed']).toBeUndefined();
  expect(await sello.certificatesLeft(caller.account)).toBe(0);
});

test('an empty allowance does not stop reading or test keys', async ({ sello }) => {
  const caller = await sello.newAccount({ certificates: 0 });
  expect((await sello.call('GET', `${API}/certificates`, { key: caller.key })).status).toBe(200);
  const { key } = await sello.newKey(caller.account, { mode: 'test' });
  await sello.certify(key);
});

test('a file that no longer fits is refused, but a smaller one is accepted', async ({ sello }) => {
  const roomy = await sello.another({ SELLO_MAX_STORED_BYTES: '10' });
  const caller = await sello.newAccount();
  const send = (content: string) =>
    roomy.call('POST', `${API}/certificates`, { key: caller.key, ...fileForm(content) });
  const before = await takeStock(sello, caller);
  const { status, body } = await send('eleven byte');
  expect([status, body]).toEqual([
    402,
    { error: 'storage_full', message: expect.stringContaining('SELLO_MAX_STORED_BYTES') },
  ]);
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
  expect((await send('ten bytes.')).status).toBe(201);
});

test('a sealed copy takes two certificates, and one alone is not used up', async ({ sello }) => {
  const caller = await sello.newAccount({ certificates: 1 });
  const before = await takeStock(sello, caller);
  const headers = { 'idempotency-key': 'two' };
  const { status, body } = await postWithSeal(sello, caller.key, ODD_PDFS.simple as Uint8Array, {}, headers);
  expect([status, body]).toEqual([
    402,
    { error: 'allowance_exhausted', message: expect.stringContaining('two certificates') },
  ]);
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
});
