import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { nodeEngine } from '../../../tests/harness/node-engine.ts';
import { webCryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex } from '../encoding/bytes.ts';
import {
  entryHash,
  findLeafScheme,
  LEAF_SCHEMES,
  type LeafParts,
  type LeafScheme,
  leafEntry,
  leafHash,
} from './leaf.ts';
import { encodeLeafExtra, parseLeafExtra } from './leaf-extra.ts';

const [salt, fileSha256, tokenSha256] = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];
const PARTS: LeafParts = { salt, fileSha256, tokenSha256 };
const LONG = { 'SHA-384': 48, 'SHA-512': 64 } as const;
const longParts = (algorithm: keyof typeof LONG): LeafParts => ({
  salt,
  fileDigest: { algorithm, value: new Uint8Array(LONG[algorithm]).fill(2) },
  tokenSha256,
});
const partsOf = (scheme: LeafScheme) => (scheme === 'SELLO-LEAF-v3' ? longParts('SHA-512') : PARTS);

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

/** RFC 3161 §2.4.1, as `openssl ts -query` writes it: the identifier with NULL, then the digest. */
const IMPRINT_STARTS = {
  'SHA-384': '3041300d060960864801650304020205000430',
  'SHA-512': '3051300d060960864801650304020305000440',
} as const;

test.each(['SHA-384', 'SHA-512'] as const)(
  'a leaf of the third form commits to the DER of the imprint, so that a %s is no other digest',
  async (algorithm) => {
    const imprint = Buffer.concat([
      Buffer.from(IMPRINT_STARTS[algorithm], 'hex'),
      new Uint8Array(LONG[algorithm]).fill(2),
    ]);
    const entry = sha256('SELLO-LEAF-v3\0', salt, imprint, tokenSha256);
    for (const engine of [nodeEngine, webCryptoEngine]) {
      expect(encodeHex(await leafEntry(engine, longParts(algorithm)))).toBe(entry.toString('hex'));
      const leaf = await leafHash(engine, 'SELLO-LEAF-v3', longParts(algorithm));
      expect(encodeHex(leaf)).toBe(sha256('\0', entry).toString('hex'));
    }
  },
);

test('each form names the file by its own kind of digest, whole', async () => {
  for (const scheme of LEAF_SCHEMES) {
    const other = partsOf(scheme === 'SELLO-LEAF-v3' ? 'SELLO-LEAF-v2' : 'SELLO-LEAF-v3');
    await expect(leafHash(nodeEngine, scheme, other)).rejects.toThrow('by another digest');
  }
  const cut = { salt, tokenSha256, fileDigest: { algorithm: 'SHA-512' as const, value: new Uint8Array(48) } };
  await expect(leafHash(nodeEngine, 'SELLO-LEAF-v3', cut)).rejects.toThrow('a SHA-512 has 64 bytes');
});

test('the form of a leaf is found, and none where the parts give another leaf', async () => {
  for (const scheme of LEAF_SCHEMES) {
    const parts = partsOf(scheme);
    const leaf = await leafHash(nodeEngine, scheme, parts);
    expect(await findLeafScheme(nodeEngine, parts, leaf)).toBe(scheme);
    expect(await findLeafScheme(nodeEngine, { ...parts, salt: fileSha256 }, leaf)).toBeUndefined();
  }
});

test('parts of any other length are refused, so that no two leaves can share their bytes', async () => {
  for (const scheme of LEAF_SCHEMES) {
    for (const wrong of [
      { ...partsOf(scheme), salt: salt.subarray(1) },
      { ...partsOf(scheme), tokenSha256: new Uint8Array(33) },
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
