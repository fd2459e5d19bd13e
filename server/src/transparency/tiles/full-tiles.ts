/**
 * Says which full tiles a log has, where they are in the file store, and which rows are not needed any more because
 * of them.
 */

import { entriesPath, hasTile, TILE_WIDTH, type Tile, tilePath } from '@sello/proof';

/** Levels of the tree in one tile. */
const TILE_HEIGHT = 8;
/** Hashes in one row of `log_nodes`. */
const ROW_HASHES = 32;

/** A full tile by its position. */
export type FullTile = Pick<Tile, 'level' | 'index'>;

/** Tiles are stored under the same path that the log publishes. */
export function tileName(tile: FullTile): string {
  return tilePath({ ...tile, width: TILE_WIDTH });
}

/** The name of the bundle that holds the entries of the level-0 tile with this index. */
export function bundleName(index: number): string {
  return entriesPath({ index, width: TILE_WIDTH });
}

export function isWithin(leaves: number, tile: FullTile): boolean {
  return hasTile(leaves, { ...tile, width: TILE_WIDTH });
}

/** The largest number of leaves, up to this one, that fills whole tiles. */
export function inWholeTiles(leaves: number): number {
  return leaves - (leaves % TILE_WIDTH);
}

/** The tiles of all levels that became full as the log grew from `from` to `to` leaves. */
export function* tilesBetween(from: number, to: number): Generator<FullTile> {
  for (let level = 0; fullTiles(level, to) > 0; level += 1)
    for (let index = fullTiles(level, from); index < fullTiles(level, to); index += 1) yield { level, index };
}

/** How many tiles of a level are full. This counts levels of tiles, not of the tree. */
function fullTiles(level: number, leaves: number): number {
  return Math.floor(leaves / TILE_WIDTH ** (level + 1));
}

/**
 * How many rows of a tree level hold only hashes of full tiles, in a log of so many leaves. The upper levels of a tile
 * have fewer hashes than a row. So several tiles may share a row, which counts only once all of them are full.
 */
export function wholeRows(treeLevel: number, leaves: number): number {
  const tiles = fullTiles(Math.floor(treeLevel / TILE_HEIGHT), leaves);
  return Math.floor((tiles * TILE_WIDTH) / 2 ** (treeLevel % TILE_HEIGHT) / ROW_HASHES);
}

type RowRange = { level: number; first: number; end: number };

/** The rows that become superfluous as leaves are moved: from the first (included) to the end (excluded). */
export function rowsBetween(from: number, to: number): RowRange[] {
  const ranges: RowRange[] = [];
  for (let level = 0; fullTiles(Math.floor(level / TILE_HEIGHT), to) > 0; level += 1) {
    const [first, end] = [wholeRows(level, from), wholeRows(level, to)];
    if (first < end) ranges.push({ level, first, end });
  }
  return ranges;
}
