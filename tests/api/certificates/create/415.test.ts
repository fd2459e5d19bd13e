import { fileForm } from '../../../harness/multipart.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

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
])('Content-Type %s is refused and costs only the call', async (contentType, { sello, client }) => {
  const before = await takeStock(sello, client);
  const { status, body } = await sello.call('POST', `${API}/certificates`, {
    key: client.key,
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
  expect(await takeStock(sello, client)).toEqual(afterOneCall(before));
});

test('the refusal is in Spanish for a caller who prefers it', async ({ sello, client }) => {
  const { body } = await sello.call('POST', `${API}/certificates`, {
    key: client.key,
    payload: 'x',
    headers: { 'content-type': 'text/plain', 'accept-language': 'es' },
  });
  expect(body.message).toMatch(/^Content-Type debe ser multipart\/form-data/);
});

test.for(['application/json', 'Application/JSON; Charset="UTF-8"', 'application/json ;charset=utf-8'])(
  'JSON in UTF-8 is accepted however the type is spelled: %s',
  async (contentType, { sello, client }) => {
    const { status } = await sello.call('POST', `${API}/certificates`, {
      key: client.key,
      headers: { 'content-type': contentType },
      payload: '{"file_name":"a","file_base64":"YQ=="}',
    });
    expect(status).toBe(201);
  },
);

test('a body with Content-Encoding is refused: we certify the bytes as sent', async ({ sello, client }) => {
  const { payload, headers } = fileForm('x');
  const answer = await sello.call('POST', `${API}/certificates`, {
    key: client.key,
    payload,
    headers: { ...headers, 'content-encoding': 'gzip' },
  });
  expect(answer).toMatchObject({ status: 415, body: { error: 'unsupported_media_type' } });
});
