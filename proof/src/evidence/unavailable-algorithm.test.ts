import { beforeAll, describe, expect, test } from 'vitest';
import { type ForgedProvider, forgeProvider } from '../../../tests/harness/forged-provider.ts';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { stampIntoLog } from '../../../tests/harness/renewed-token.ts';
import { makeSample } from '../../../tests/harness/sample-proof.ts';
import { encodeProofXml } from '../anchors/proof-xml.ts';
import { type CryptoEngine, webCryptoEngine } from '../crypto/crypto-engine.ts';
import { SCHEMES, type SignatureScheme, unavailable } from '../crypto/supported-algorithms.ts';
import { encodeUtf8 } from '../encoding/bytes.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { verifyEvidence } from './evidence.ts';
import type { Evidence } from './given-evidence.ts';

const AT = new Date('2026-11-16T10:00:00Z');
const CANNOT = 'signed with ML-DSA-65, which this program cannot check';

/** An engine as on a platform that lacks the schemes of this family. */
const lacking = (family: string): CryptoEngine => ({
  digest: nodeEngine.digest,
  verify(input) {
    const scheme: SignatureScheme = input.scheme;
    if (SCHEMES[scheme].family === family) throw unavailable(scheme);
    return nodeEngine.verify(input);
  },
});

const without = lacking('ML-DSA');

let whole: ForgedProvider;
/** A provider whose unit signs with ML-DSA, under a root that every engine can check. */
let mixed: ForgedProvider;
let digest: Uint8Array;
beforeAll(async () => {
  whole = await forgeProvider({ name: 'PQ', keys: 'mlDsa' });
  mixed = await forgeProvider({ name: 'Mixed', keys: 'mlDsa', rootKeys: 'rsa' });
  digest = await nodeEngine.digest('SHA-256', encodeUtf8('hola'));
});

async function judge(
  engine: CryptoEngine,
  by: ForgedProvider,
  { trust = [by.profile], ...more }: Partial<Evidence> & { trust?: readonly TrustProfile[] } = {},
) {
  const tsr = await by.stamp(digest, AT);
  const evidence = { tsr, digest: async () => digest, now: AT, ...more };
  const verdict = await verifyEvidence(engine, evidence, trust);
  const unconfirmed = verdict.checks.filter(({ outcome }) => outcome === 'unconfirmed');
  return {
    word: verdict.verdict,
    reached: verdict.confirmed_by,
    unconfirmed,
    failed: failedIn(verdict.checks),
  };
}

const failedIn = (checks: readonly { name: string; outcome: string }[]) =>
  checks.filter(({ outcome }) => outcome === 'fail').map(({ name }) => name);

describe.each([
  ['node:crypto', nodeEngine],
  ['WebCrypto of Node', webCryptoEngine],
] as const)('where %s has ML-DSA', (_, engine) => {
  test('a token signed with it is valid, and one that was changed is not', async () => {
    for (const by of [whole, mixed]) {
      expect(await judge(engine, by)).toMatchObject({ word: 'valid', reached: ['root'], failed: [] });
      const tsr = Uint8Array.from(await by.stamp(digest, AT));
      // The signature stands at the end.
      tsr[tsr.length - 100]! ^= 1;
      expect(await judge(engine, by, { tsr })).toMatchObject({
        word: 'invalid',
        failed: ['timestamp.signature'],
      });
    }
  });
});

describe('P92 where the platform lacks ML-DSA, a token signed with it', () => {
  test('is unconfirmed, and the reason is said, whether its root is known or not', async () => {
    for (const trust of [[whole.profile], []]) {
      const { word, unconfirmed, failed } = await judge(without, whole, { trust });
      expect([word, failed]).toEqual(['unconfirmed', []]);
      expect(unconfirmed).toContainEqual({
        name: 'timestamp.signature',
        outcome: 'unconfirmed',
        because: CANNOT,
      });
    }
    const { unconfirmed } = await judge(without, whole);
    expect(unconfirmed.find(({ name }) => name === 'timestamp.chain')?.because).toContain(`"PQ": ${CANNOT}`);
  });

  test('is unconfirmed also where its root was demanded: nothing contradicts it', async () => {
    const demanded = { ...whole.profile, from: 'demanded' } as const;
    const others = await forgeProvider({ name: 'Somebody else' });
    for (const trust of [[demanded], [others.profile, demanded]])
      expect(await judge(without, whole, { trust })).toMatchObject({ word: 'unconfirmed', reached: [] });
  });

  test('is unconfirmed under a root that can be checked, whose chain holds', async () => {
    const { word, unconfirmed, failed } = await judge(without, mixed);
    expect([word, failed]).toEqual(['unconfirmed', []]);
    expect(unconfirmed).toEqual([{ name: 'timestamp.signature', outcome: 'unconfirmed', because: CANNOT }]);
  });

  test('is invalid for another document, and under a demanded root that did not issue it', async () => {
    const other = async () => new Uint8Array(32);
    expect(await judge(without, whole, { digest: other })).toMatchObject({ failed: ['timestamp.imprint'] });
    const namesake = await forgeProvider({ name: 'Mixed', keys: 'rsa' });
    const demanded = { ...namesake.profile, from: 'demanded' } as const;
    expect(await judge(without, mixed, { trust: [demanded] })).toMatchObject({
      word: 'invalid',
      failed: ['timestamp.chain'],
    });
  });

  test('takes nothing away as the stamp over a checkpoint', async () => {
    const provider = await forgeProvider({ name: 'PSC' });
    const { tsr, digest: stamped, renew } = await stampIntoLog(provider, AT);
    const lasting = { renewals: [await renew(whole, AT)], revocation: undefined };
    const trust = [provider.profile, whole.profile];
    for (const engine of [without, nodeEngine]) {
      const verdict = await verifyEvidence(
        engine,
        { tsr, digest: async () => stamped, now: AT, lasting },
        trust,
      );
      expect([verdict.verdict, failedIn(verdict.checks)]).toEqual(['valid', []]);
      const check = verdict.checks.find(({ name }) => name === 'timestamp.checkpoint_stamp');
      expect(check?.outcome).toBe(engine === without ? 'skipped' : 'pass');
    }
  });
});

test('a signature of the log on a platform without Ed25519 is unconfirmed, and not forged', async () => {
  const { proof, vkey } = await makeSample();
  const evidence = { xml: encodeProofXml(proof), logKeys: [vkey] };
  const verdict = await verifyEvidence(lacking('Ed25519'), evidence, []);
  expect(verdict).toMatchObject({
    verdict: 'unconfirmed',
    confirmed_by: [],
    blockchain: { log: { signed: false } },
  });
  expect(verdict.checks.find(({ name }) => name === 'blockchain.checkpoint_signature')).toEqual({
    name: 'blockchain.checkpoint_signature',
    outcome: 'unconfirmed',
    because: 'signed with Ed25519, which this program cannot check',
  });
});
