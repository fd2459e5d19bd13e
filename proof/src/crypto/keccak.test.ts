import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { encodeHex, encodeUtf8 } from '../encoding/bytes.ts';
import { keccak256 } from './keccak.ts';

test.each([
  ['', 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470'],
  ['abc', '4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45'],
  ['testing', '5f16f4c7f149ac4f9510d9cf8cf384038ad348b3bcdc01915f95de12df9d1b02'],
  [
    'The quick brown fox jumps over the lazy dog',
    '4d741b6f1eb29cb2a9b9911c82f56fa8d73b04959d3d9d222895df6c0b28aa15',
  ],
])('the known digest of %j', (text, digest) => {
  expect(encodeHex(keccak256(encodeUtf8(text)))).toBe(digest);
});

test('every length around the block boundaries agrees with OpenSSL', () => {
  for (let length = 0; length <= 600; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 31 + length) & 255);
    expect(encodeHex(keccak256(bytes))).toBe(createHash('keccak-256').update(bytes).digest('hex'));
  }
});
