import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { nodeEngine } from '../../tests/vectors/node-engine.ts';
import { webCryptoEngine } from './crypto-engine.ts';
import { leafHash } from './merkle.ts';

const [salt, file, token] = [1, 2, 3].map((fill) => new Uint8Array(32).fill(fill)) as [
  Uint8Array,
  Uint8Array,
  Uint8Array,
];

test('a leaf is the SHA-256 of prefix, salt, file and token, at once with a prompt engine', async () => {
  const expected = createHash('sha256')
    .update(Buffer.concat([Buffer.from('\0SELLO-LEAF-v1\0', 'latin1'), salt, file, token]))
    .digest('hex');
  const leaf = leafHash(nodeEngine, salt, file, token);
  expect(leaf).toBeInstanceOf(Uint8Array);
  expect(Buffer.from(leaf as Uint8Array).toString('hex')).toBe(expected);
  expect(await leafHash(webCryptoEngine, salt, file, token)).toEqual(leaf);
});

test('parts of any other length are refused, so that no two leaves can share their bytes', () => {
  expect(() => leafHash(nodeEngine, salt.subarray(1), file, token)).toThrow('32 bytes');
  expect(() => leafHash(nodeEngine, salt, file, new Uint8Array(33))).toThrow('32 bytes');
});
