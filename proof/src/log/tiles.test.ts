import { describe, expect, test } from 'vitest';
import { hasTile, parseTilePath, tileNodes, tilePath } from './tiles.ts';

// Paths of the C2SP specification of tiled logs.
test.each([
  [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
  [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
  [{ level: 1, index: 5, width: 17 }, 'tile/1/005.p/17'],
  [{ level: 63, index: 999, width: 255 }, 'tile/63/999.p/255'],
  [{ level: 2, index: 1000, width: 1 }, 'tile/2/x001/000.p/1'],
])('%j has the path %s and no other', (tile, path) => {
  expect(tilePath(tile)).toBe(path);
  expect(parseTilePath(path)).toEqual(tile);
});

describe('no other text is the path of a tile', () => {
  test.each([
    ...['', 'tile/0', 'tile/0/', 'tile/0/0', 'tile/00/000', 'tile/64/000', 'tile/0/x000/000', 'tile/0/1000'],
    ...[
      'tile/0/000.p/0',
      'tile/0/000.p/256',
      'tile/0/000.p/01',
      'tile/0/000.p',
      'tile/entries/000',
      '/tile/0/000',
    ],
    ...['tile/0/000/', 'tile/-1/000', 'tile/0/x999/x999/x999/x999/x999/999', 'tile/0/../000', 'tile/0/000\n'],
  ])('%j', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });
});

test('a log of 70,000 leaves has the tiles that the specification counts, and no wider ones', () => {
  const size = 70_000;
  const last = { level: 0, index: 273, width: 112 };
  expect(hasTile(size, { level: 0, index: 272, width: 256 })).toBe(true);
  expect(hasTile(size, last)).toBe(true);
  expect(hasTile(size, { ...last, width: 113 })).toBe(false);
  expect(hasTile(size, { level: 1, index: 0, width: 256 })).toBe(true);
  expect(hasTile(size, { level: 1, index: 1, width: 17 })).toBe(true);
  expect(hasTile(size, { level: 1, index: 1, width: 18 })).toBe(false);
  expect(hasTile(size, { level: 2, index: 0, width: 1 })).toBe(true);
  expect(hasTile(size, { level: 3, index: 0, width: 1 })).toBe(false);
});

test('a tile is a run of stored nodes, eight levels of the tree apart', () => {
  expect(tileNodes({ level: 1, index: 2, width: 17 })).toEqual({ level: 8, firstIndex: 512, count: 17 });
});

test('an impossible tile has no path', () => {
  for (const tile of [
    ...[
      { level: 64, index: 0, width: 1 },
      { level: 0, index: -1, width: 1 },
      { level: 0, index: 0, width: 0 },
    ],
    ...[
      { level: 0, index: 0, width: 257 },
      { level: 0.5, index: 0, width: 1 },
    ],
  ]) {
    expect(() => tilePath(tile)).toThrow(expect.objectContaining({ code: 'invalid_argument' }));
  }
});
