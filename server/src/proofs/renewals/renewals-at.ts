/**
 * Reads what a record is derived from: the renewals that cover a position, each with the tiles on the way to its root.
 */

import type { CryptoEngine } from '@sello/proof';
import { type OpenedRenewal, openRenewal, type RenewalFromTile, TILE_HASHES } from './derive-record.ts';
import type { RenewalStore, StampedRenewal } from './ports.ts';

/** The renewal as seen from this tile of its leaves. */
export async function tilesAbove(
  renewals: Pick<RenewalStore, 'tile'>,
  { number, hash, size, tsr }: StampedRenewal,
  tile: number,
): Promise<RenewalFromTile> {
  const tiles: Uint8Array[] = [];
  let position = tile;
  for (
    let count = Math.ceil(size / TILE_HASHES), level = 0;
    ;
    count = Math.ceil(count / TILE_HASHES), level++
  ) {
    const hashes = await renewals.tile(number, level, position);
    if (hashes === undefined) throw new Error(`Tile ${level}/${position} of renewal ${number} is missing`);
    tiles.push(hashes);
    if (count === 1) return { hash, tsr, size, tiles };
    position = Math.floor(position / TILE_HASHES);
  }
}

/** The renewals that cover this position, opened at its tile, with the chains of their signers. */
export async function renewalsAt(
  engine: CryptoEngine,
  renewals: Pick<RenewalStore, 'covering' | 'tile'>,
  place: number,
): Promise<{ opened: OpenedRenewal[]; chains: (readonly Uint8Array[])[] }> {
  const covering = await renewals.covering(place);
  const tile = Math.floor(place / TILE_HASHES);
  const opened: OpenedRenewal[] = [];
  for (const one of covering)
    opened.push(await openRenewal(engine, await tilesAbove(renewals, one, tile), tile));
  return { opened, chains: covering.map(({ chain }) => chain) };
}
