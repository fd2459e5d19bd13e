import { describe, expect, test } from 'vitest';
import { cpuMs } from '../../../tests/harness/cpu-ms.ts';
import { DER_MUTATIONS } from '../../../tests/harness/mutate-der.ts';
import { createRandom } from '../../../tests/harness/mutate-proof.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { readCertificates, readVector } from '../../../tests/harness/read-vector.ts';
import { createTestAuthority } from '../../../tests/harness/test-authority.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, encodeHex } from '../encoding/bytes.ts';
import { derElement } from '../encoding/der-writer.ts';
import { createChainCache } from '../x509/chain-cache.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { acr2SeProfile } from './nom151.ts';
import type { TimestampVerdict } from './timestamp-verdict.ts';
import { verifyTimestamp } from './timestamp-verify.ts';

// SELLO_TEST_SEED repeats a run; SELLO_TEST_MUTATIONS makes it longer, as `npm run test:chaos` does.
const SEED = Number(process.env.SELLO_TEST_SEED ?? 20_260_301);
const MUTATIONS_PER_TOKEN = Number(process.env.SELLO_TEST_MUTATIONS ?? 1500);
const SLOW_MS = 50;

/** The signed content and its signer. Tokens in which these are equal prove the same. */
function trustedContent({ token, chain }: TimestampVerdict): string {
  const parts = [token!.infoDer, token!.signerInfos[0]!.signedAttributesDer, ...chain.map(({ der }) => der)];
  return parts.map(encodeHex).join(':');
}

async function genuineTokens(): Promise<[string, Uint8Array, TrustProfile][]> {
  const own = await createTestAuthority('ecdsa-p256-sha256');
  const strict = (root: string): TrustProfile => ({
    ...own.profile,
    name: root,
    roots: readCertificates(root),
    policies: 'any',
  });
  return [
    ['our own token', await own.stamp(new Uint8Array(32).fill(3), { nonce: 77n }), own.profile],
    [
      'a constancia with every quirk tolerated',
      readVector('nom151/advantage-2018-07-18.tsr'),
      acr2SeProfile(),
    ],
    ['a token with a long chain', readVector('commercial/globalsign-2021.tsr'), strict('GlobalSign_Root_R3')],
    ['a P-384 token', readVector('sigstore-staging/response-sha256.tsr'), strict('sigstage_chain')],
  ];
}

describe(`P09 seed ${SEED}`, async () => {
  test.each(await genuineTokens())(
    'mutants of %s are refused, or say exactly what the original says',
    async (_, tsr, profile) => {
      const random = createRandom(SEED);
      const chainCache = createChainCache();
      const original = await verifyTimestamp(nodeEngine, tsr, {}, [profile], { chainCache });
      expect(original.verdict).toBe('trusted');
      const names = Object.keys(DER_MUTATIONS);
      let slow = 0;
      for (let i = 0; i < MUTATIONS_PER_TOKEN; i += 1) {
        const name = names[i % names.length]!;
        const mutant = DER_MUTATIONS[name]!(tsr, random);
        const context = `seed ${SEED}, mutant ${i} (${name})`;
        const startedAt = cpuMs();
        // Every second mutant is verified with a filled cache, which must not change the verdict.
        const verdict = await verifyTimestamp(
          nodeEngine,
          mutant,
          {},
          [profile],
          i % 2 === 0 ? { chainCache } : {},
        );
        if (cpuMs() - startedAt > SLOW_MS) slow += 1;
        if (verdict.verdict === 'trusted')
          expect(trustedContent(verdict), context).toBe(trustedContent(original));
        if (i % 8 === 0) {
          const second = await verifyTimestamp(webCryptoEngine, mutant, {}, [profile]);
          expect({ ...second.checks }, context).toEqual({ ...verdict.checks });
        }
      }
      expect(slow, 'verdicts slower than 50 ms').toBeLessThan(MUTATIONS_PER_TOKEN / 200);
      const again = await verifyTimestamp(nodeEngine, tsr, {}, [profile], { chainCache });
      expect(again.checks).toEqual(original.checks);
    },
  );

  test('every kind of mutation is refused at least once, so that none is ineffective', async () => {
    const [[, tsr, profile]] = (await genuineTokens()) as [[string, Uint8Array, TrustProfile]];
    for (const [name, mutate] of Object.entries(DER_MUTATIONS)) {
      const random = createRandom(SEED);
      const verdicts = await Promise.all(
        Array.from({ length: 20 }, () => verifyTimestamp(nodeEngine, mutate(tsr, random), {}, [profile])),
      );
      expect(verdicts.filter(({ verdict }) => verdict === 'untrusted').length, name).toBeGreaterThan(0);
    }
  });
});

describe('P09 inputs made to exhaust the reader', () => {
  const profile = acr2SeProfile();
  const nested = (levels: number): Uint8Array => {
    const bytes = new Uint8Array(levels * 2);
    for (let i = 0; i < levels; i += 1) bytes.set([0x30, 0x80], i * 2);
    return bytes;
  };
  const deep = (levels: number): Uint8Array => {
    let element = new Uint8Array(0);
    for (let i = 0; i < levels; i += 1) element = derElement(0x30, element) as Uint8Array<ArrayBuffer>;
    return element;
  };
  test.each<[string, Uint8Array]>([
    ['a length of two gigabytes', Uint8Array.of(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff)],
    ['a length of 2^1016 bytes', concatBytes(Uint8Array.of(0x30, 0xff), new Uint8Array(127).fill(0xff))],
    ['half a million indefinite lengths', nested(500_000)],
    ['a thousand levels of sequences', deep(1000)],
    [
      'a megabyte of empty elements',
      derElement(
        0x30,
        new Uint8Array(1_000_000).map((_, i) => (i % 2 === 0 ? 0x30 : 0)),
      ),
    ],
    [
      'an object identifier of a megabyte',
      derElement(0x30, derElement(0x06, new Uint8Array(1_000_000).fill(0x81))),
    ],
    [
      'an integer of a megabyte as status',
      derElement(0x30, derElement(0x30, derElement(0x02, new Uint8Array(1_000_000).fill(0x7f)))),
    ],
    ['ten megabytes', new Uint8Array(10_000_000)],
  ])('%s is refused in its structure', async (_, bytes) => {
    const startedAt = cpuMs();
    const verdict = await verifyTimestamp(nodeEngine, bytes, {}, [profile]);
    expect(verdict.checks[0]).toMatchObject({ name: 'structure', outcome: 'fail' });
    expect(verdict.checks[0]!.because.length).toBeLessThan(500);
    expect(cpuMs() - startedAt).toBeLessThan(1000);
  });
});
