import { afterAll, beforeAll, expect, test } from 'vitest';
import { fileForm } from '../../../harness/multipart.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API, type TestAccount, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let caller: TestAccount;
beforeAll(async () => {
  sello = await shareSello();
  caller = await sello.newAccount();
});
afterAll(() => sello.close());

test.for([
  undefined,
  'text/plain',
  'application/octet-stream',
  'application/pdf',
  'application/x-www-form-urlencoded',
  'multipart/mixed; boundary=b',
  'application/jsonp',
  'application/vnd.api+json',
  'application/json; charset=iso-8859-1',
  'application/json; charset=utf-8; profile=x',
  'nonsense',
])('Content-Type %s is refused and costs only the call', async (contentType) => {
  const before = await takeStock(sello, caller);
  const { status, body } = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: fileForm('x').payload,
    headers: {
      'idempotency-key': 'refused',
      ...(contentType !== undefined && { 'content-type': contentType }),
    },
  });
  expect(status).toBe(415);
  expect(body).toEqual({
    error: 'unsupported_media_type',
    message: expect.stringMatching(/multipart\/form-data.*application\/json/),
  });
  expect(await takeStock(sello, caller)).toEqual(afterOneCall(before));
});

test('the refusal is in Spanish for a caller who prefers it', async () => {
  const { body } = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload: 'x',
    headers: { 'content-type': 'text/plain', 'accept-language': 'es' },
  });
  expect(body.message).toMatch(/^Content-Type debe ser multipart\/form-data/);
});

test.for(['application/json', 'Application/JSON; Charset="UTF-8"', 'application/json ;charset=utf-8'])(
  'JSON in UTF-8 is accepted however the type is spelled: %s',
  async (contentType) => {
    const { status } = await sello.call('POST', `${API}/certificates`, {
      key: caller.key,
      headers: { 'content-type': contentType },
      payload: '{"file_name":"a","file_base64":"YQ=="}',
    });
    expect(status).toBe(201);
  },
);

test('a body with Content-Encoding is refused: we certify the bytes as sent', async () => {
  const { payload, headers } = fileForm('x');
  const answer = await sello.call('POST', `${API}/certificates`, {
    key: caller.key,
    payload,
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
  expect(answer).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } });
});
