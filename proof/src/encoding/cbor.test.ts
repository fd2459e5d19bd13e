import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeHex, parseHex } from './bytes.ts';
import { type CborItem, CborTag, decodeCbor, encodeCbor } from './cbor.ts';

/** Examples of RFC 8949, Appendix A, of all kinds that are read here, in the encodings that it gives. */
const EXAMPLES: readonly (readonly [CborItem, string])[] = [
  [0, '00'],
  [23, '17'],
  [24, '1818'],
  [100, '1864'],
  [1000, '1903e8'],
  [1_000_000, '1a000f4240'],
  [1_000_000_000_000, '1b000000e8d4a51000'],
  [-1, '20'],
  [-100, '3863'],
  [-1000, '3903e7'],
  [false, 'f4'],
  [true, 'f5'],
  [null, 'f6'],
  [new Uint8Array(0), '40'],
  [Uint8Array.of(1, 2, 3, 4), '4401020304'],
  ['', '60'],
  ['IETF', '6449455446'],
  ['"\\', '62225c'],
  ['ü', '62c3bc'],
  ['水', '63e6b0b4'],
  ['𐅑', '64f0908591'],
  [[], '80'],
  [[1, [2, 3], [4, 5]], '8301820203820405'],
  [new Map(), 'a0'],
  [
    new Map([
      [1, 2],
      [3, 4],
    ]),
    'a201020304',
  ],
  [
    new Map<string, CborItem>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
    'a26161016162820203',
  ],
  [new CborTag(1, 1_363_896_240), 'c11a514b67b0'],
  [new CborTag(32, 'http://www.example.com'), 'd82076687474703a2f2f7777772e6578616d706c652e636f6d'],
];

test.each(EXAMPLES)('the example %j of RFC 8949 is read and written', (item, hex) => {
  expect(decodeCbor(parseHex(hex)!)).toEqual(item);
  expect(encodeHex(encodeCbor(item))).toBe(hex);
});

describe('what two readers could read differently is refused', () => {
  test.each([
    ['nothing', ''],
    ['a byte too many', '0000'],
    ['a number longer than needed, in one byte', '1817'],
    ['a number longer than needed, in two bytes', '1900ff'],
    ['a number longer than needed, in four bytes', '1a0000ffff'],
    ['a number longer than needed, in eight bytes', '1b00000000ffffffff'],
    ['a length longer than needed', '580101'],
    ['a number above 2^53 − 1', '1b0020000000000000'],
    ['a number below −(2^53 − 1)', '3b001fffffffffffff'],
    ['bytes of indefinite length', '5f4101ff'],
    ['a text of indefinite length', '7f6161ff'],
    ['an array of indefinite length', '9f01ff'],
    ['a map of indefinite length', 'bf0102ff'],
    ['a reserved length', '1c00'],
    ['a label twice', 'a201020103'],
    ['a label twice, with others between', 'a3010202030103'],
    ['a label of bytes', 'a1410102'],
    ['a label that is an array', 'a18002'],
    ['a text that is not UTF-8', '61ff'],
    ['half a surrogate pair', '63eda080'],
    ['half a float', 'f93c00'],
    ['a double', 'fb3ff199999999999a'],
    ['undefined', 'f7'],
    ['a simple value', 'f0'],
    ['a stop without a start', 'ff'],
    ['bytes that end early', '4401'],
    ['an array that ends early', '8201'],
    ['a map that ends early', 'a101'],
    ['a huge length', '5b001fffffffffffff'],
    ['an array of a huge count', '9b001fffffffffffff'],
    ['a map of a huge count', 'bb000fffffffffffff'],
    ['a tag of nothing', 'c1'],
    ['arrays nested 17 deep', `${'81'.repeat(16)}00`],
    ['tags nested 17 deep', `${'c1'.repeat(16)}00`],
  ])('%s', (_, hex) => {
    expect(() => decodeCbor(parseHex(hex)!)).toThrow(expect.objectContaining({ code: 'cbor_malformed' }));
  });

  test('and 16 levels are read', () => {
    expect(decodeCbor(parseHex(`${'81'.repeat(15)}00`)!)).toBeInstanceOf(Array);
  });
});

const label = fc.oneof(fc.integer(), fc.string());
const item: fc.Arbitrary<CborItem> = fc.letrec<{ item: CborItem }>((tie) => ({
  item: fc.oneof(
    { maxDepth: 5 },
    fc.maxSafeInteger(),
    fc.string({ unit: 'grapheme' }),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array(),
    fc.array(tie('item')),
    fc.array(fc.tuple(label, tie('item'))).map((pairs) => new Map(pairs)),
    fc.tuple(fc.nat(), tie('item')).map(([tag, inner]) => new CborTag(tag, inner)),
  ),
})).item;

test('every item is read as it was written', () => {
  fc.assert(
    fc.property(item, (each) => {
      const bytes = encodeCbor(each);
      expect(encodeHex(encodeCbor(decodeCbor(bytes)))).toBe(encodeHex(bytes));
    }),
    { numRuns: 2_000 },
  );
});

test('any bytes are read or refused, and what is read is as long as it would be written', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
      let read: CborItem;
      try {
        read = decodeCbor(bytes);
      } catch (error) {
        expect(error).toMatchObject({ code: 'cbor_malformed' });
        return;
      }
      expect(encodeCbor(read).length).toBe(bytes.length);
    }),
    { numRuns: 20_000 },
  );
});
