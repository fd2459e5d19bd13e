import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as pkijs from 'pkijs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readVector } from '../../../tests/harness/read-vector.ts';
import {
  createTestAuthority,
  TEST_POLICY,
  TEST_TIME,
  type TestAuthority,
} from '../../../tests/harness/test-authority.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import { encodePem } from '../encoding/pem.ts';
import { decodeTimestampResponse } from './timestamp.ts';
import { encodeRejection } from './timestamp-issue.ts';
import { encodeTimestampRequest } from './timestamp-request.ts';
import { verifyTimestamp } from './timestamp-verify.ts';

const data = encodeUtf8('the file');
const digest = new Uint8Array(createHash('sha256').update(data).digest());
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sello-timestamp-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function openssl(...args: string[]): string {
  return execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] }).toString();
}

describe.each(['ecdsa-p256-sha256', 'rsa-pkcs1-sha256'] as const)(
  'tokens that we issue (%s)',
  (algorithm) => {
    let authority: TestAuthority;
    beforeAll(async () => {
      authority = await createTestAuthority(algorithm);
      writeFileSync(join(folder, `${algorithm}.pem`), encodePem('CERTIFICATE', authority.rootDer));
    });

    test('say what was asked for and when', async () => {
      const { token, status } = decodeTimestampResponse(
        await authority.stamp(digest, { nonce: 0x80n, serial: 0x80n }),
      );
      expect(status).toBe(0);
      expect(token?.info).toMatchObject({
        policy: TEST_POLICY,
        serialHex: '80',
        serialNegative: false,
        genTime: TEST_TIME,
        genTimeText: '2026-03-01T12:00:00.25Z',
        accuracyMs: 1100,
        nonce: 0x80n,
        imprint: { algorithm: 'SHA-256', digest },
      });
      expect(token?.certificates.map(({ der }) => der)).toEqual(
        expect.arrayContaining([authority.signerDer, authority.rootDer]),
      );
    });

    test('pass every check of ours on both engines', async () => {
      const tsr = await authority.stamp(digest, { nonce: 5n });
      const expected = {
        digest: { algorithm: 'SHA-256', value: digest },
        nonce: 5n,
        policy: TEST_POLICY,
        time: { at: TEST_TIME, toleranceMs: 1000 },
      } as const;
      for (const engine of [nodeEngine, webCryptoEngine]) {
        const verdict = await verifyTimestamp(engine, tsr, expected, [authority.profile]);
        expect(verdict.checks.filter(({ outcome }) => outcome !== 'pass')).toEqual([]);
        expect(verdict).toMatchObject({
          verdict: 'trusted',
          warnings: [],
          profile: algorithm,
          accredited: false,
        });
        expect(verdict.chain.map(({ der }) => der)).toEqual([authority.signerDer, authority.rootDer]);
      }
    });

    test('P10 pass openssl ts -verify against the request and against the file', async () => {
      writeFileSync(join(folder, 'data'), data);
      writeFileSync(
        join(folder, 'query'),
        encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest, nonce: 9n, certReq: true }),
      );
      const instants = [
        '2026-03-01T12:00:00.000Z',
        '2026-03-01T12:00:00.100Z',
        '2026-12-31T23:59:59.999Z',
        '2050-06-01T00:00:00.5Z',
      ];
      for (const instant of instants) {
        const genTime = new Date(instant);
        writeFileSync(
          join(folder, 'reply'),
          await authority.stamp(digest, { nonce: 9n, genTime, serial: 2n ** 127n }),
        );
        const trust = [
          '-CAfile',
          `${algorithm}.pem`,
          '-attime',
          String(Math.floor(genTime.getTime() / 1000)),
        ];
        expect(openssl('ts', '-verify', '-queryfile', 'query', '-in', 'reply', ...trust)).toContain(
          'Verification: OK',
        );
        expect(openssl('ts', '-verify', '-data', 'data', '-in', 'reply', ...trust)).toContain(
          'Verification: OK',
        );
      }
    });

    test('pass pkijs, an independent check of signature and imprint', async () => {
      const { token } = decodeTimestampResponse(await authority.stamp(digest));
      const signedData = new pkijs.SignedData({
        schema: pkijs.ContentInfo.fromBER(Buffer.from(token!.der)).content,
      });
      const verify = (bytes: Uint8Array): Promise<unknown> =>
        signedData.verify({
          signer: 0,
          data: new Uint8Array(bytes).buffer,
          checkChain: true,
          checkDate: TEST_TIME,
          trustedCerts: [pkijs.Certificate.fromBER(Buffer.from(authority.rootDer))],
          extendedMode: true,
        });
      expect(await verify(data)).toMatchObject({ signatureVerified: true, signerCertificateVerified: true });
      await expect(verify(encodeUtf8('another file'))).rejects.toThrow();
    });

    test('carry no certificates unless asked, and then need them from elsewhere', async () => {
      const tsr = await authority.stamp(digest, { certReq: false });
      const { profile, signerDer } = authority;
      expect(decodeTimestampResponse(tsr).token?.certificates).toEqual([]);
      const alone = await verifyTimestamp(nodeEngine, tsr, {}, [profile]);
      expect(alone.checks.find(({ name }) => name === 'signer_certificate')?.outcome).toBe('fail');
      const helped = await verifyTimestamp(nodeEngine, tsr, {}, [profile], { certificates: [signerDer] });
      expect(helped.verdict).toBe('trusted');
    });
  },
);

describe('rejections', () => {
  test.each([
    'badAlg',
    'badRequest',
    'badDataFormat',
    'unacceptedPolicy',
    'unacceptedExtension',
    'systemFailure',
  ] as const)('%s is read back with its reason, by OpenSSL too', (failInfo) => {
    const der = encodeRejection(failInfo, 'no señor');
    expect(decodeTimestampResponse(der)).toEqual({
      status: 2,
      statusText: ['no señor'],
      failInfo: [failInfo],
      token: undefined,
    });
    writeFileSync(join(folder, 'rejection'), der);
    expect(openssl('ts', '-reply', '-in', 'rejection', '-text')).toContain('Status: Rejected.');
  });
});

describe('genuine answers are read', () => {
  test('a constancia to the last digit, its negative serial number as it stands', () => {
    const { token, statusText } = decodeTimestampResponse(readVector('nom151/advantage-2018-07-18.tsr'));
    expect(statusText).toEqual(['Operation Okay']);
    expect(token?.info).toMatchObject({
      policy: '2.16.484.101.10.316.2.1.1.2.1',
      serialHex: 'ca311c',
      serialNegative: true,
      genTimeText: '2018-07-18T20:59:03.190Z',
      accuracyMs: 100,
      nonce: undefined,
    });
    expect(token?.info.tsaName).toContain('CN=Advantage Security PSC NOM151');
  });

  test('an attribute certificate is counted and not read', () => {
    const { token } = decodeTimestampResponse(readVector('nom151/pscworld-test-2024-03-12.tsr'));
    expect(token).toMatchObject({ attributeCertificateCount: 1 });
    expect(token?.certificates).toHaveLength(1);
  });

  test('a bare token has no status, and its bytes are the whole input', () => {
    const der = readVector('commercial/globalsign-2021-token-only.tst');
    const { status, token } = decodeTimestampResponse(der);
    expect(status).toBeUndefined();
    expect(token?.der).toEqual(der);
  });

  test("reading leaves a caller's Buffer as it was", () => {
    const buffer = Buffer.from(readVector('commercial/digicert-2024.tsr'));
    const before = Buffer.copyBytesFrom(buffer);
    decodeTimestampResponse(buffer);
    expect(buffer.equals(before)).toBe(true);
  });
});
