import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareBytes,
  concatBytes,
  encodeBase64,
  encodeHex,
  encodeUtf8,
  equalBytes,
  parseBase64,
  parseHex,
  parseUtf8,
} from './bytes.ts';

describe('base64', () => {
  test('any bytes come back from their text, which is the text that Node writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        const text = encodeBase64(bytes);
        expect(text).toBe(Buffer.from(bytes).toString('base64'));
        expect(parseBase64(text)).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  test.each([
    ['a wrong length', 'QUI'],
    ['white space', 'QU I='],
    ['a line break at the end', 'QUJD\n'],
    ['the URL alphabet', '-_-_'],
    ['padding in the middle', 'QQ==QUJD'],
    ['too much padding', 'Q==='],
    ['padding alone', '===='],
    ['bits left over that are not zero', 'QUJ='],
    ['letters beyond ASCII', 'QUJé'],
  ])('%s is refused', (_, text) => {
    expect(parseBase64(text)).toBeUndefined();
  });
});

describe('hexadecimal', () => {
  test('any bytes come back, from either case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(parseHex(encodeHex(bytes))).toEqual(new Uint8Array(bytes));
        expect(parseHex(encodeHex(bytes).toUpperCase())).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  test.each(['0', 'zz', '0x00', ' 00', '00\n'])('%j is refused', (text) => {
    expect(parseHex(text)).toBeUndefined();
  });
});

describe('UTF-8', () => {
  test('a text comes back whole, a byte order mark included', () => {
    expect(parseUtf8(encodeUtf8('\ufeffseñor 🖋'))).toBe('\ufeffseñor 🖋');
  });

  test('broken UTF-8 is refused, not repaired', () => {
    expect(parseUtf8(Uint8Array.of(0x61, 0xff))).toBeUndefined();
    expect(parseUtf8(Uint8Array.of(0xc0, 0x80))).toBeUndefined();
  });
});

test('bytes are equal only when all of them are', () => {
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true);
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false);
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2, 0))).toBe(false);
});

test('the order of bytes is that of Buffer.compare', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4 }), fc.uint8Array({ maxLength: 4 }), (a, b) => {
      expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(a, b));
    }),
  );
});

test('concatenation keeps order and copies', () => {
  const part = Uint8Array.of(1);
  const joined = concatBytes(part, Uint8Array.of(2, 3), new Uint8Array(0));
  part[0] = 9;
  expect(joined).toEqual(Uint8Array.of(1, 2, 3));
});
