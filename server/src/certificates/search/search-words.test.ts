import { expect, test } from 'vitest';
import { exactOf, hasTrigram, patternsOf } from './search-words.ts';

test('each word is a pattern in which nothing but the word has a meaning', () => {
  expect(patternsOf('  Contrato\t2026 ')).toEqual(['%Contrato%', '%2026%']);
  expect(patternsOf('100% a_b \\')).toEqual(['%100\\%%', '%a\\_b%', '%\\\\%']);
  expect(patternsOf(' ')).toEqual([]);
});

test.for([
  ['%abc%', true],
  ['%12.345%', true],
  ['%ñan%', true],
  ['%ab%', false],
  ['%1.2.3%', false],
  ['%-%', false],
] as const)('%s: three letters or digits together are indexed', ([pattern, isIndexed]) => {
  expect(hasTrigram(pattern)).toBe(isIndexed);
});

test('a folio may be exact, and so may the beginning of a fingerprint of either length', () => {
  const id = `cert_${'0'.repeat(22)}`;
  expect(exactOf(` ${id} `)).toEqual({ id });
  const upTo = (digits: number) => ({
    from: Buffer.from('0123456789abc0', 'hex'),
    to: Buffer.from('0123456789abc'.padEnd(digits, 'f'), 'hex'),
  });
  expect(exactOf('0123456789aBc')).toEqual({ id: undefined, sha256: upTo(64), long: upTo(128) });
});

test('more characters than a SHA-256 has begin only a longer digest', () => {
  const word = 'a'.repeat(65);
  expect(exactOf(word)).toEqual({
    id: undefined,
    sha256: undefined,
    long: { from: Buffer.from(`${word}0`, 'hex'), to: Buffer.from(word.padEnd(128, 'f'), 'hex') },
  });
});

test.for(['', '0123456', 'a'.repeat(129), 'g1234567', '01234567 8', 'cert_', 'key_0000000000000000000000'])(
  '%j is words',
  (text) => {
    expect(exactOf(text)).toBeUndefined();
  },
);
