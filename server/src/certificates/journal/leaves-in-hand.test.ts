import { expect, test } from 'vitest';
import { releaseMemory } from '../../kernel/pacing/release-memory.ts';
import { makeLeavesInHand } from './leaves-in-hand.ts';

const rest = { accountId: 'acct_1', chain: 'ab' };
const leaf = (text: string) => ({ text, ...rest });
const encoded = (text: string) => ({ json: Buffer.from(text), ...rest });
const textOf = (found: { json: Uint8Array } | undefined) => found && Buffer.from(found.json).toString();

test('nothing is kept until somebody has looked for a leaf, nor long after the last look', () => {
  const leaves = makeLeavesInHand();
  expect(leaves.isWanted()).toBe(false);
  expect(leaves.find('a')).toBeUndefined();
  expect(leaves.isWanted()).toBe(true);
  for (let i = 0; i < 5_000; i++) leaves.keep(String(i), leaf('{}'));
  expect(leaves.isWanted()).toBe(false);
});

test('a leaf is found as it was kept, as often as it is looked for', () => {
  const leaves = makeLeavesInHand();
  leaves.keep('a', leaf('{"title":"Ñandú"}'));
  leaves.keep('b', leaf('{}'));
  for (let i = 0; i < 2; i++) expect(leaves.find('a')).toEqual(encoded('{"title":"Ñandú"}'));
  expect(leaves.find('b')).toEqual(encoded('{}'));
});

test('what was found can be released, and the leaf is found again', () => {
  const leaves = makeLeavesInHand();
  leaves.keep('a', leaf('{}'));
  leaves.keep('b', leaf('[]'));
  const found = leaves.find('a');
  releaseMemory(found!.json);
  expect(found!.json.length).toBe(0);
  expect([textOf(leaves.find('a')), textOf(leaves.find('b'))]).toEqual(['{}', '[]']);
});

test('a found leaf does not change while its place is overwritten', () => {
  const leaves = makeLeavesInHand(20);
  leaves.keep('a', leaf('aaaaa'));
  const found = leaves.find('a');
  for (const name of ['b', 'c', 'd', 'e', 'f']) leaves.keep(name, leaf(name.repeat(5)));
  expect(textOf(found)).toBe('aaaaa');
  expect(leaves.find('a')).toBeUndefined();
});

test('at least a page of the newest is kept, never the bytes of another, and nothing larger than a page', () => {
  const leaves = makeLeavesInHand(100);
  const texts = Array.from({ length: 200 }, (_, i) => `${i}`.repeat(1 + (i % 9)));
  for (const [i, text] of texts.entries()) {
    leaves.keep(text, leaf(text));
    let bytes = 0;
    for (const newer of texts.slice(0, i + 1).reverse()) {
      const found = leaves.find(newer);
      bytes += newer.length;
      // A page may end up to 81 bytes early: the most that the longest leaf (27 characters) could need in UTF-8.
      if (found !== undefined || bytes <= 100 - 81) expect(textOf(found)).toBe(newer);
    }
  }
  leaves.keep('large', leaf('x'.repeat(101)));
  expect(leaves.find('large')).toBeUndefined();
  expect(textOf(leaves.find(texts.at(-1) ?? ''))).toBe(texts.at(-1));
});
