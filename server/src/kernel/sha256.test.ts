import { expect, test } from 'vitest';
import { parseSha256Hex } from './sha256.ts';

test('64 hexadecimal characters in upper or lower case are a hash, which is written in lower case', () => {
  const hash = '0123456789abcdef'.repeat(4);
  for (const text of [hash, hash.toUpperCase()]) expect(parseSha256Hex(text)).toBe(hash);
});

test.for([
  '',
  'a'.repeat(63),
  'a'.repeat(65),
  'g'.repeat(64),
  `${'a'.repeat(64)}\n`,
  `\n${'a'.repeat(63)}`,
  'ａ'.repeat(64),
])('%j is no hash', (text) => {
  expect(parseSha256Hex(text)).toBeUndefined();
});
