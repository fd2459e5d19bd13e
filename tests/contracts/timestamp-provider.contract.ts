/** The contract of `TimestampProvider`, one test per sentence. */

import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeTimestampResponse, encodePem } from '../../proof/src/index.ts';
import { makeNewId } from '../../server/src/kernel/ids.ts';
import type { Sha256Hex } from '../../server/src/kernel/sha256.ts';
import type { Stamp, TimestampProvider } from '../../server/src/timestamps/ports.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

export type ProviderUnderTest = {
  provider: TimestampProvider;
  /** All requests sent to the provider so far, or undefined if they cannot be recorded. */
  sent(): Buffer[] | undefined;
  close(): Promise<void>;
};

export function describeTimestampProvider(name: string, open: () => Promise<ProviderUnderTest>): void {
  describe(`${name} as a provider of time stamps`, () => {
    let under: ProviderUnderTest;
    let bench: Workbench;
    beforeAll(async () => {
      under = await open();
      bench = await openWorkbench();
    });
    afterAll(async () => {
      await bench.close();
      await under.close();
    });

    const stampOf = (sha256: Sha256Hex) => under.provider.stamp(sha256, newId('cert'));

    test('returns a token over this SHA-256, which openssl verifies with the returned chain', async () => {
      const stamp = await stampOf(digestOf('a file'));
      await bench.write('token.tsr', stamp.tsr);
      await bench.write('chain.pem', stamp.chain.map((der) => encodePem('CERTIFICATE', der)).join(''));
      const args = ['ts', '-verify', '-in', 'token.tsr', '-CAfile', 'chain.pem', '-digest'];
      const { code, output } = await bench.openssl(...args, digestOf('a file'));
      expect([code, output]).toEqual([0, expect.stringContaining('Verification: OK')]);
      expect((await bench.openssl(...args, digestOf('another file'))).code).toBe(1);
    });

    test('returns facts that match the token', async () => {
      const { tsr, tokenSha256, facts } = await stampOf(digestOf('a file'));
      const { token } = decodeTimestampResponse(tsr);
      expect(facts).toMatchObject({
        serial: token?.info.serialHex,
        policyOid: token?.info.policy,
        genTime: token?.info.genTimeText,
        accuracyMs: token?.info.accuracyMs,
      });
      expect(Buffer.from(tokenSha256).toString('hex')).toBe(digestOf(token?.der ?? ''));
    });

    test('returns a new token each time, even for the same file', async () => {
      const stamps = await Promise.all([1, 2, 3].map(() => stampOf(digestOf('a file'))));
      expect(new Set(stamps.map(({ facts }) => facts.serial)).size).toBe(3);
    });

    test('does not mix up concurrent requests', async () => {
      const files = Array.from({ length: 40 }, (_, number) => `file ${number}`);
      const stamps = await Promise.all(files.map((file) => stampOf(digestOf(file))));
      expect(stamps.map(stampedDigest)).toEqual(files.map(digestOf));
    });

    test('receives only the digest of the file', async () => {
      const before = under.sent()?.length ?? 0;
      await stampOf(digestOf('a secret'));
      for (const query of under.sent()?.slice(before) ?? []) {
        expect(query.includes(Buffer.from(digestOf('a secret'), 'hex'))).toBe(true);
        // Version, algorithm, digest, nonce, certReq and perhaps a policy: no room for more.
        expect(query.length).toBeLessThan(100);
      }
    });
  });
}

const newId = makeNewId(() => new Date(), randomBytes);

function stampedDigest({ tsr }: Stamp): string {
  return Buffer.from(decodeTimestampResponse(tsr).token?.info.imprint.digest ?? []).toString('hex');
}

function digestOf(content: string | Uint8Array): Sha256Hex {
  return createHash('sha256').update(content).digest('hex') as Sha256Hex;
}
