import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { createTestAuthority, TEST_TIME } from '../../../tests/harness/test-authority.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { verifyTimestamp } from '../timestamps/timestamp-verify.ts';
import { createChainCache, type KnownSigner } from './chain-cache.ts';

const digest = new Uint8Array(32).fill(7);
const authority = await createTestAuthority('ecdsa-p256-sha256');
const stranger = await createTestAuthority('ecdsa-p256-sha256');

function countingEngine(): { engine: CryptoEngine; verifications: () => number } {
  let count = 0;
  return {
    engine: {
      ...nodeEngine,
      verify(input) {
        count += 1;
        return nodeEngine.verify(input);
      },
    },
    verifications: () => count,
  };
}

describe('with a cache', () => {
  test("an authority's second token costs one signature check, and the verdict is the same", async () => {
    const { engine, verifications } = countingEngine();
    const options = { chainCache: createChainCache() };
    const trust = [stranger.profile, { ...authority.profile, name: 'wanted' }];
    const first = await verifyTimestamp(engine, await authority.stamp(digest), {}, trust, options);
    const before = verifications();
    const second = await verifyTimestamp(
      engine,
      await authority.stamp(digest, { serial: 8n }),
      {},
      trust,
      options,
    );
    expect(verifications() - before).toBe(1);
    expect(second).toMatchObject({ verdict: 'trusted', profile: 'wanted' });
    expect(second.checks).toEqual(first.checks);
    expect(second.chain).toEqual(first.chain);
  });

  test('P09 a known signer is still refused for a time outside its validity', async () => {
    const options = { chainCache: createChainCache() };
    const trust = [authority.profile];
    expect(
      (await verifyTimestamp(nodeEngine, await authority.stamp(digest), {}, trust, options)).verdict,
    ).toBe('trusted');
    const early = await authority.stamp(digest, { genTime: new Date('2025-12-31T23:59:59.999Z') });
    const verdict = await verifyTimestamp(nodeEngine, early, {}, trust, options);
    expect(verdict.checks.at(-1)).toMatchObject({ name: 'chain', outcome: 'fail' });
  });

  test('P09 a chain remembered under a name is worth nothing once that name has other roots', async () => {
    const options = { chainCache: createChainCache() };
    const tsr = await authority.stamp(digest);
    expect((await verifyTimestamp(nodeEngine, tsr, {}, [authority.profile], options)).verdict).toBe(
      'trusted',
    );
    const renamed = { ...stranger.profile, name: authority.profile.name };
    expect((await verifyTimestamp(nodeEngine, tsr, {}, [renamed], options)).verdict).toBe('untrusted');
  });

  test("P09 changing the buffer afterwards changes nothing that the cache holds, and strangers don't get in", async () => {
    const chainCache = createChainCache();
    const tsr = await authority.stamp(digest);
    await verifyTimestamp(nodeEngine, tsr, {}, [authority.profile], { chainCache });
    tsr.fill(0);
    const fresh = await authority.stamp(digest, { genTime: TEST_TIME });
    expect((await verifyTimestamp(nodeEngine, fresh, {}, [authority.profile], { chainCache })).verdict).toBe(
      'trusted',
    );
    const entries: string[] = [];
    const watched = { get: () => undefined, set: (key: string) => void entries.push(key) };
    await verifyTimestamp(nodeEngine, await stranger.stamp(digest), {}, [authority.profile], {
      chainCache: watched,
    });
    expect(entries).toEqual([]);
  });
});

test('the cache forgets the oldest signer when it is full', () => {
  const cache = createChainCache(2);
  const known = {} as KnownSigner;
  for (const key of ['a', 'b', 'b', 'c']) cache.set(key, known);
  expect(['a', 'b', 'c'].map((key) => cache.get(key) === known)).toEqual([false, true, true]);
});
