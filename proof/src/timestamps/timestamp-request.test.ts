import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { readVector } from '../../../tests/harness/read-vector.ts';
import { encodeHex, parseHex } from '../encoding/bytes.ts';
import {
  derExplicit,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
} from '../encoding/der-writer.ts';
import { OID } from '../encoding/oids.ts';
import { decodeTimestampRequest, encodeTimestampRequest } from './timestamp-request.ts';

const digest = new Uint8Array(32).fill(0xab);

test('a request comes back with all its fields, imprint and nonce also byte for byte', () => {
  const request = decodeTimestampRequest(
    encodeTimestampRequest({
      hashAlgorithm: 'SHA-256',
      digest,
      nonce: 0x80n,
      policy: '1.2.3',
      certReq: true,
    }),
  );
  expect(request).toMatchObject({ policy: '1.2.3', nonce: 0x80n, certReq: true, extensionOids: [] });
  expect(request.imprint).toEqual({ algorithm: 'SHA-256', algorithmOid: OID.sha256, digest });
  expect(encodeHex(request.nonceDer!)).toBe('02020080');
  expect(encodeHex(request.imprintDer)).toBe(`3031300d060960864801650304020105000420${'ab'.repeat(32)}`);
});

test("our request is, byte for byte, OpenSSL's", () => {
  const policy = '2.16.484.101.10.316.2.1.1.2.1';
  const query = execFileSync(
    'openssl',
    ['ts', '-query', '-sha256', '-no_nonce', '-cert', '-tspolicy', policy, '-digest', encodeHex(digest)],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  expect(encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest, policy, certReq: true })).toEqual(
    new Uint8Array(query),
  );
});

test.each([
  ['commercial/digicert-2024.tsq', 'SHA-256', 0x0191e5613fcen],
  ['sigstore-staging/request.tsq', 'SHA-512', undefined],
  ['sigstore-staging/local-tsa-request.tsq', 'SHA-512', 3937359519792308179n],
])('the genuine request %s is read', (file, algorithm, nonce) => {
  const request = decodeTimestampRequest(readVector(file));
  expect(request.imprint.algorithm).toBe(algorithm);
  if (nonce !== undefined) expect(request.nonce).toBe(nonce);
});

describe('requests that are refused', () => {
  const imprint = derSequence(derSequence(derOid(OID.sha256)), derOctetString(digest));

  test.each([
    ['another version', derSequence(derInteger(2), imprint), 'version 2'],
    ['no imprint', derSequence(derInteger(1)), 'missing'],
    ['an unknown field', derSequence(derInteger(1), imprint, derNull()), 'unexpected field'],
    ['a request of 17 KiB', derSequence(derInteger(1), derOctetString(new Uint8Array(17 * 1024))), 'at most'],
    [
      'a nonce of a hundred bytes',
      derSequence(derInteger(1), imprint, derInteger(new Uint8Array(100).fill(1))),
      '100 bytes',
    ],
  ])('%s', (_, der, message) => {
    expect(() => decodeTimestampRequest(der)).toThrow(message);
  });

  test('a digest of the wrong length cannot be asked for', () => {
    expect(() => encodeTimestampRequest({ hashAlgorithm: 'SHA-512', digest, certReq: true })).toThrow(
      '64 bytes',
    );
  });

  test('weak digests and extensions are reported for the authority to refuse', () => {
    const weak = derSequence(derSequence(derOid(OID.sha1)), derOctetString(parseHex('00'.repeat(20))!));
    const extension = derExplicit(0, derSequence(derOid('1.2.3'), derOctetString(derNull())));
    const request = decodeTimestampRequest(derSequence(derInteger(1), weak, extension));
    expect(request.imprint.algorithm).toBeUndefined();
    expect(request.extensionOids).toEqual(['1.2.3']);
  });
});
