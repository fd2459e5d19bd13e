/**
 * Tiles of a log (https://c2sp.org/tlog-tiles): runs of up to 256 node hashes, and the bundles of entries whose hashes
 * are the tiles of level 0. Their content never changes, so their paths can be cached for ever.
 */

import { ProofError } from '../proof-error.ts';
import { isCount } from './merkle.ts';

export const TILE_WIDTH = 256;

export type Tile = {
  /** Level 0 holds the leaves. A hash of level L covers 256^L leaves. */
  level: number;
  index: number;
  /** The number of hashes in the tile. A partial tile has fewer than 256. */
  width: number;
};

/** `tile/<L>/<N>[.p/<W>]`. */
export function tilePath({ level, index, width }: Tile): string {
  if (!isCount(level) || level > 63) throw impossible(`the tile ${level}/${index} of width ${width}`);
  return `tile/${level}/${pathOf({ index, width })}`;
}

/** Returns undefined for any path that `tilePath` does not write, so that one tile has one path. */
export function parseTilePath(path: string): Tile | undefined {
  const [, level = '', rest = ''] = /^tile\/(0|[1-9]\d?)\/(.*)$/s.exec(path) ?? [];
  const bundle = parsePath(rest);
  return bundle === undefined || Number(level) > 63 ? undefined : { level: Number(level), ...bundle };
}

/** Up to 256 neighbouring entries. Their hashes are the leaves in the level-0 tile with the same index and width. */
export type EntryBundle = Omit<Tile, 'level'>;

/** `tile/entries/<N>[.p/<W>]`. */
export function entriesPath(bundle: EntryBundle): string {
  return `tile/entries/${pathOf(bundle)}`;
}

/** Undefined for anything that `entriesPath` does not write. */
export function parseEntriesPath(path: string): EntryBundle | undefined {
  return path.startsWith('tile/entries/') ? parsePath(path.slice('tile/entries/'.length)) : undefined;
}

/** `<N>[.p/<W>]`: the index in groups of three digits, where every group but the last begins with an `x`. */
function pathOf({ index, width }: EntryBundle): string {
  if (!isCount(index) || !isCount(width) || width < 1 || width > TILE_WIDTH)
    throw impossible(`number ${index} of width ${width}`);
  const digits = String(index);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? [];
  const name = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `${name}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

function parsePath(path: string): EntryBundle | undefined {
  const match = /^((?:x\d{3}\/){0,5}\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (match === null) return undefined;
  const [, name = '', width = String(TILE_WIDTH)] = match;
  const bundle = { index: Number(name.replace(/[x/]/g, '')), width: Number(width) };
  const isPossible = isCount(bundle.index) && bundle.width >= 1 && bundle.width <= TILE_WIDTH;
  return isPossible && pathOf(bundle) === path ? bundle : undefined;
}

function impossible(what: string): ProofError {
  return new ProofError('invalid_argument', `${what} cannot exist`);
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
