import { createHash } from 'node:crypto';
import { decodeTimestampResponse, encodeTimestampRequest } from '@sello/proof';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'ask',
  ({ sello }) =>
    (payload: Buffer) =>
      sello.call('POST', '/tsa', { payload, headers: { 'content-type': 'application/timestamp-query' } }),
);

test('any RFC 3161 client gets a token over its digest', async ({ ask }) => {
  const digest = createHash('sha256').update('anything').digest();
  const request = encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest, nonce: 77n, certReq: true });
  const { status, headers, bytes } = await ask(Buffer.from(request));
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/timestamp-reply');
  const { token } = decodeTimestampResponse(bytes);
  expect(Buffer.from(token!.info.imprint.digest)).toEqual(digest);
  expect(token!.info.nonce).toBe(77n);
});

test('anything but a time-stamp request gets an RFC 3161 rejection', async ({ ask }) => {
  for (const garbage of [Buffer.alloc(0), Buffer.from('garbage'), Buffer.alloc(1_000, 0x30)]) {
    const { status, bytes } = await ask(garbage);
    expect(status).toBe(200);
    const response = decodeTimestampResponse(bytes);
    expect(response.token).toBeUndefined();
  }
});
