import { describe, expect, test } from 'vitest';
import { encodeHex, encodeUtf8, parseHex } from './bytes.ts';
import { decodeRlp, encodeNumber, encodeRlp, parseNumber, type RlpItem } from './rlp.ts';

const text = (value: string): Uint8Array => encodeUtf8(value);
const LOREM = 'Lorem ipsum dolor sit amet, consectetur adipisicing elit';

// The examples of the Ethereum documentation and a few at the boundaries.
const CASES: [string, RlpItem, string][] = [
  ['a word', text('dog'), '83646f67'],
  ['a list of words', [text('cat'), text('dog')], 'c88363617483646f67'],
  ['nothing', text(''), '80'],
  ['the empty list', [], 'c0'],
  ['zero', encodeNumber(0), '80'],
  ['the octet 00', Uint8Array.of(0), '00'],
  ['fifteen', encodeNumber(15), '0f'],
  ['1024', encodeNumber(1024), '820400'],
  ['the octet 7f', Uint8Array.of(0x7f), '7f'],
  ['the octet 80', Uint8Array.of(0x80), '8180'],
  ['the set of three', [[], [[]], [[], [[]]]], 'c7c0c1c0c3c0c1c0'],
  ['56 octets', text(LOREM), `b838${encodeHex(text(LOREM))}`],
  ['55 octets', text(LOREM.slice(1)), `b7${encodeHex(text(LOREM.slice(1)))}`],
];

test.each(CASES)('%s is written and read', (_, item, encoding) => {
  expect(encodeHex(encodeRlp(item))).toBe(encoding);
  expect(encodeHex(encodeRlp(decodeRlp(parseHex(encoding)!)))).toBe(encoding);
});

describe('anything but the one canonical encoding is refused', () => {
  test.each([
    ['nothing at all', ''],
    ['a prefix for a small octet', '8100'],
    ['a long form for a short string', 'b801ff'],
    ['a length with leading zeros', `b90038${'61'.repeat(56)}`],
    ['a string that is cut short', '83646f'],
    ['a list that is cut short', 'c88363617483646f'],
    ['an element that reaches past its list', 'c2836162'],
    ['bytes after the item', '0102'],
    ['a length of eight bytes', 'bfffffffffffffffff'],
    ['a length field beyond the end', 'bb00'],
    ['lists without end', 'c1'.repeat(40)],
    ['nested too deep', Array.from({ length: 20 }, (_, i) => (0xc0 + 19 - i).toString(16)).join('')],
  ])('%s', (_, encoding) => {
    expect(() => decodeRlp(parseHex(encoding)!)).toThrow(expect.objectContaining({ code: 'rlp_malformed' }));
  });
});

test('numbers have no leading zeros and at most 256 bits', () => {
  expect(parseNumber(parseHex('0400'))).toBe(1024n);
  expect(parseNumber(new Uint8Array(0))).toBe(0n);
  expect(parseNumber(new Uint8Array(32).fill(255))).toBe(2n ** 256n - 1n);
  for (const item of [parseHex('0004'), new Uint8Array(33).fill(1), [], undefined]) {
    expect(parseNumber(item)).toBeUndefined();
  }
});
