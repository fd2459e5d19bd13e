import { expect, test } from 'vitest';
import { decodeEntryBundle, encodeEntryBundle } from './entry-bundle.ts';
import { entriesPath, parseEntriesPath } from './tiles.ts';

const entries = [[1, 2, 3], [], Array(300).fill(7)].map((bytes) => Uint8Array.from(bytes));

test('each entry stands behind its length in two bytes, the larger first', () => {
  expect(Buffer.from(encodeEntryBundle(entries)).toString('hex')).toBe(
    ['0003010203', '0000', `012c${'07'.repeat(300)}`].join(''),
  );
  expect(decodeEntryBundle(encodeEntryBundle(entries), 3)).toEqual(entries);
});

test('the first entries of a bundle wider than requested are taken', () => {
  expect(decodeEntryBundle(encodeEntryBundle(entries), 2)).toEqual(entries.slice(0, 2));
});

test('a bundle with fewer entries, with more than 256, or cut anywhere, is refused', () => {
  const bytes = encodeEntryBundle(entries);
  const refused = expect.objectContaining({ code: 'proof_malformed' });
  expect(() => decodeEntryBundle(bytes, 4)).toThrow(refused);
  for (const cut of [1, 2, 4, 6, 8, 20, bytes.length - 1])
    expect(() => decodeEntryBundle(bytes.subarray(0, cut), 3), String(cut)).toThrow(refused);
  const many = encodeEntryBundle(Array.from({ length: 257 }, () => Uint8Array.of(1)));
  expect(() => decodeEntryBundle(many, 256)).toThrow(refused);
  expect(() => encodeEntryBundle([new Uint8Array(65_536)])).toThrow(
    expect.objectContaining({ code: 'invalid_argument' }),
  );
});

test.each([
  [{ index: 1_234_067, width: 256 }, 'tile/entries/x001/x234/067'],
  [{ index: 0, width: 1 }, 'tile/entries/000.p/1'],
  [{ index: 1000, width: 255 }, 'tile/entries/x001/000.p/255'],
])('the bundle %j has the path %s and no other', (bundle, path) => {
  expect(entriesPath(bundle)).toBe(path);
  expect(parseEntriesPath(path)).toEqual(bundle);
});

test.each([
  ...['', 'tile/entries', 'tile/entries/', 'tile/entries/0', 'tile/0/000', 'tile/entries/000.p/256'],
  ...['tile/entries/000.p/0', 'tile/entries/x000/000', '/tile/entries/000', 'tile/entries/000\n'],
])('%j is the path of no bundle', (path) => {
  expect(parseEntriesPath(path)).toBeUndefined();
});
