import { expect, test } from 'vitest';
import { rewriteAsDer } from './ber.ts';
import { concatBytes, encodeHex, parseHex } from './bytes.ts';
import { readDer } from './der.ts';

function rewrite(hex: string): string {
  return encodeHex(rewriteAsDer(parseHex(hex)!).der);
}

test.each([
  ['DER stays as it is', '3006020105040101', '3006020105040101'],
  ['an indefinite length becomes definite', '30800201050000', '3003020105'],
  ['nested indefinite lengths', '3080a0800201050000 0000'.replace(' ', ''), '3005a003020105'],
  ['a length in more octets than it needs', '30830000030201 05'.replace(' ', ''), '3003020105'],
  ['an octet string in pieces', '24800401aa0402bbcc0000', '0403aabbcc'],
  ['an octet string in pieces of pieces', '240724050401aa0400', '0401aa'],
  ['members of a set are sorted', '31060201090201 01'.replace(' ', ''), '3106020101020109'],
  ['a set under an implicit tag keeps its order', 'a006020109020101', 'a006020109020101'],
])('%s', (_, ber, der) => {
  expect(rewrite(ber)).toBe(der);
  expect(() => readDer(parseHex(der)!)).not.toThrow();
});

test('says where the element ends, and leaves the rest', () => {
  const source = parseHex('ffff30800201050000ffff')!;
  expect(rewriteAsDer(source, 2)).toEqual({ der: parseHex('3003020105'), end: 9 });
});

test.each([
  ['no end of contents', '3080020105', 'der_truncated'],
  ['one octet of it', '308002010500', 'der_tag'],
  ['a member past its parent', '3003040500', 'der_truncated'],
  ['a value of indefinite length', '0480aa0000', 'der_length'],
  ['a length of five octets', '30850000000001aa', 'der_length'],
  ['a stray end of contents', '30020000', 'der_tag'],
  ['a tag number above 30', '1f0100', 'der_tag'],
  ['a number inside an octet string in pieces', '2403020105', 'der_tag'],
  ['an integer in pieces', '2203020105', 'der_tag'],
])('%s is refused', (_, hex, code) => {
  expect(() => rewriteAsDer(parseHex(hex)!)).toThrow(expect.objectContaining({ code }));
});

test('depth and number of elements are limited', () => {
  const deep = concatBytes(...Array.from({ length: 100_000 }, () => Uint8Array.of(0x30, 0x80)));
  expect(() => rewriteAsDer(deep)).toThrow(expect.objectContaining({ code: 'der_too_deep' }));
  const many = concatBytes(
    Uint8Array.of(0x30, 0x80),
    new Uint8Array(1_000_000).fill(5).map((_, i) => (i % 2 ? 0 : 5)),
  );
  expect(() => rewriteAsDer(many)).toThrow(expect.objectContaining({ code: 'der_too_large' }));
});
