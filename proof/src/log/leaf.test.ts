import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex } from '../encoding/bytes.ts';
import { entryHash, findLeafScheme, LEAF_SCHEMES, type LeafParts, leafEntry, leafHash } from './leaf.ts';
import { encodeLeafExtra, parseLeafExtra } from './leaf-extra.ts';

const [salt, fileSha256, tokenSha256] = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const PARTS: LeafParts = { salt, fileSha256, tokenSha256 };

const sha256 = (start: string, ...parts: Uint8Array[]): Buffer =>
  createHash('sha256')
    .update(Buffer.concat([Buffer.from(start, 'latin1'), ...parts]))
    .digest();

test('a leaf of the first form is the hash of prefix, salt, file and token, as it was from the first day', async () => {
  const expected = sha256('\0SELLO-LEAF-v1\0', salt, fileSha256, tokenSha256).toString('hex');
  for (const engine of [nodeEngine, webCryptoEngine])
    expect(encodeHex(await leafHash(engine, 'SELLO-LEAF-v1', PARTS))).toBe(expected);
});

test('a leaf of the second form is what RFC 6962 makes of the entry, and the entry a hash of the same parts', async () => {
  const entry = sha256('SELLO-LEAF-v2\0', salt, fileSha256, tokenSha256);
  for (const engine of [nodeEngine, webCryptoEngine]) {
    expect(encodeHex(await leafEntry(engine, PARTS))).toBe(entry.toString('hex'));
    const leaf = sha256('\0', entry).toString('hex');
    expect(encodeHex(await leafHash(engine, 'SELLO-LEAF-v2', PARTS))).toBe(leaf);
    expect(encodeHex(await entryHash(engine, entry))).toBe(leaf);
  }
});

test('the form of a leaf is found, and none where the parts give another leaf', async () => {
  for (const scheme of LEAF_SCHEMES) {
    const leaf = await leafHash(nodeEngine, scheme, PARTS);
    expect(await findLeafScheme(nodeEngine, PARTS, leaf)).toBe(scheme);
    expect(await findLeafScheme(nodeEngine, { ...PARTS, salt: fileSha256 }, leaf)).toBeUndefined();
  }
});

test('parts of any other length are refused, so that no two leaves can share their bytes', async () => {
  for (const scheme of LEAF_SCHEMES) {
    for (const wrong of [
      { ...PARTS, salt: salt.subarray(1) },
      { ...PARTS, tokenSha256: new Uint8Array(33) },
    ])
      await expect(leafHash(nodeEngine, scheme, wrong)).rejects.toThrow('32 bytes');
  }
});

describe('the extra data of a tlog-proof', () => {
  test('is salt and token digest in the first form, and begins with the name of any other', () => {
    expect(Buffer.from(encodeLeafExtra({ scheme: 'SELLO-LEAF-v1', ...PARTS }))).toEqual(
      Buffer.concat([salt, tokenSha256]),
    );
    expect(Buffer.from(encodeLeafExtra({ scheme: 'SELLO-LEAF-v2', ...PARTS }))).toEqual(
      Buffer.concat([Buffer.from('SELLO-LEAF-v2\0'), salt, tokenSha256]),
    );
  });

  test('reads back, and nothing else reads', () => {
    for (const scheme of LEAF_SCHEMES) {
      const extra = encodeLeafExtra({ scheme, ...PARTS });
      expect(parseLeafExtra(extra)).toEqual({ scheme, salt, tokenSha256 });
      expect(parseLeafExtra(extra.subarray(1))).toBeUndefined();
      expect(parseLeafExtra(Buffer.concat([extra, Buffer.of(0)]))).toBeUndefined();
    }
    const named = Buffer.concat([Buffer.from('SELLO-LEAF-v1\0'), salt, tokenSha256]);
    expect(parseLeafExtra(named)).toBeUndefined();
    expect(parseLeafExtra(new Uint8Array(0))).toBeUndefined();
  });
});
