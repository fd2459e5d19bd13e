import { expect, test } from 'vitest';
import {
  bundleName,
  inWholeTiles,
  isWithin,
  rowsBetween,
  tileName,
  tilesBetween,
  wholeRows,
} from './full-tiles.ts';

test('tiles lie under the path that the log publishes them at', () => {
  expect(tileName({ level: 0, index: 1_234 })).toBe('tile/0/x001/234');
  expect(tileName({ level: 2, index: 7 })).toBe('tile/2/007');
  expect(bundleName(1_234_067)).toBe('tile/entries/x001/x234/067');
});

test('every tile that is full at some size is named once on the way there, and no other', () => {
  for (const end of [0, 256, 65_536, 65_536 + 512, 256 * 700]) {
    const steps = [0, 256, 512, 65_280, 65_536, 65_792, 256 * 700].filter((step) => step <= end);
    const named = steps.flatMap((from, i) => [...tilesBetween(from, steps[i + 1] ?? end)]);
    expect(new Set(named.map(tileName)).size).toBe(named.length);
    expect(named.every((tile) => isWithin(end, tile))).toBe(true);
    expect(named.length).toBe(Math.floor(end / 256) + Math.floor(end / 65_536));
  }
});

test('a row counts as superfluous only if all its 32 hashes are of full tiles', () => {
  // 512 leaves fill two tiles of level 0, and sixteen rows. At level 7 there are only 4 hashes, far from a full row.
  expect([0, 1, 2, 3, 4, 7, 8].map((level) => wholeRows(level, 512))).toEqual([16, 8, 4, 2, 1, 0, 0]);
  expect(wholeRows(7, 16 * 256)).toBe(1);
  // The hashes above a tile of level 0 belong to a tile of level 1, which is full with 65,536 leaves.
  expect(wholeRows(8, 65_535)).toBe(0);
  expect(wholeRows(8, 65_536)).toBe(8);
  for (const leaves of [256, 4_096, 65_536, 2 ** 24])
    for (let level = 0; level < 40; level += 1)
      expect(wholeRows(level, leaves) * 32 * 2 ** level).toBeLessThanOrEqual(leaves);
});

test('rows go once each, however the way is divided', () => {
  const whole = rowsBetween(0, 131_072);
  const count = (ranges: typeof whole) => ranges.reduce((sum, { first, end }) => sum + end - first, 0);
  const steps = [0, 256, 4_096, 65_536, 65_792, 131_072];
  const parts = steps.slice(1).flatMap((to, i) => rowsBetween(steps[i] ?? 0, to));
  expect(count(parts)).toBe(count(whole));
  expect(whole.find(({ level }) => level === 0)).toEqual({ level: 0, first: 0, end: 4_096 });
});

test('only whole tiles count', () => {
  expect([0, 255, 256, 1_000].map(inWholeTiles)).toEqual([0, 0, 256, 768]);
});
