/**
 * Tiles of a log (https://c2sp.org/tlog-tiles): runs of up to 256 node hashes under paths that can be cached
 * for ever. Entry bundles are withheld on purpose: the bytes that hash to a leaf contain the digest of a customer's file.
 */

import { ProofError } from '../proof-error.ts';
import { isCount } from './merkle.ts';

export const TILE_WIDTH = 256;

export type Tile = {
  /** Level 0 has the leaves; a hash of level L covers 256^L leaves. */
  level: number;
  index: number;
  /** Hashes in the tile; below 256 for a partial one. */
  width: number;
};

/** `tile/<L>/<N>[.p/<W>]`. */
export function tilePath({ level, index, width }: Tile): string {
  if (
    !isCount(level) ||
    level > 63 ||
    !isCount(index) ||
    !isCount(width) ||
    width < 1 ||
    width > TILE_WIDTH
  ) {
    throw new ProofError('invalid_argument', `the tile ${level}/${index} of width ${width} cannot exist`);
  }
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const name = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/${level}/${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Undefined for anything that `tilePath` does not write: one tile has one path. */
export function parseTilePath(path: string): Tile | undefined {
  const match = /^tile\/(\d{1,2})\/((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (match === null) return undefined;
  const [, level = '', name = '', width = String(TILE_WIDTH)] = match;
  const tile = { level: Number(level), index: Number(name.replace(/[x/]/g, '')), width: Number(width) };
  const isPossible = tile.level <= 63 && isCount(tile.index) && tile.width >= 1 && tile.width <= TILE_WIDTH;
  return isPossible && tilePath(tile) === path ? tile : undefined;
}

/** Whether a log of `size` leaves has every hash of the tile. */
export function hasTile(size: number, { level, index, width }: Tile): boolean {
  return index * TILE_WIDTH + width <= Math.floor(size / TILE_WIDTH ** level);
}

/** The nodes of a tile, as the store addresses them. */
export function tileNodes({ level, index, width }: Tile): {
  level: number;
  firstIndex: number;
  count: number;
} {
  return { level: 8 * level, firstIndex: index * TILE_WIDTH, count: width };
}
