import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeBase62, encodeBase62, randomBase62 } from './base62.ts';

test('numbers are written with the digits 0-9A-Za-z, padded to the length', () => {
  expect(encodeBase62(Uint8Array.of(0), 3)).toBe('000');
  expect(encodeBase62(Uint8Array.of(61), 1)).toBe('z');
  expect(encodeBase62(Uint8Array.of(62), 2)).toBe('10');
  expect(encodeBase62(new Uint8Array(16).fill(255), 22)).toBe('7n42DGM5Tflk9n8mt7Fhc7');
});

test('bytes of any number come back from their text', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      const text = encodeBase62(bytes, 0);
      expect(decodeBase62(text, bytes.length)).toEqual(bytes);
    }),
  );
});

test('texts of one length sort like the bytes that they stand for', () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      const [first, second] = [encodeBase62(a, 22), encodeBase62(b, 22)];
      return Math.sign(Buffer.compare(a, b)) === (first < second ? -1 : first > second ? 1 : 0);
    }),
  );
});

test('random characters are evenly distributed: a byte that would favour some of them is discarded', () => {
  const bytes = [...Array(256).keys()];
  const given: number[] = [];
  const text = randomBase62((size) => {
    const next = Array.from({ length: size }, () => bytes[given.length % 256]!);
    given.push(...next);
    return Uint8Array.from(next);
  }, 200);
  expect(text).toHaveLength(200);
  const all = randomBase62(() => Uint8Array.from(bytes), 248);
  const counts = Map.groupBy(all, (char) => char);
  expect(counts.size).toBe(62);
  for (const chars of counts.values()) expect(chars).toHaveLength(4);
});

test('when every byte is discarded, it asks for more', () => {
  let asked = 0;
  const text = randomBase62((size) => new Uint8Array(size).fill(asked++ < 3 ? 255 : 1), 5);
  expect([text, asked]).toEqual(['11111', 4]);
});
