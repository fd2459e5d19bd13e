/** Hashes the tree of a renewal. It can run in any thread. */

import type { CryptoEngine, StrongHash } from '@sello/proof';
import type { StampOfFile } from '../../../certificates/shared-stamps/way.ts';
import {
  deriveRecord,
  leafFor,
  openRenewal,
  type RenewalFromTile,
  TILE_HASHES,
  treeOfTile,
} from '../derive-record.ts';

/** A certificate at its position. `digest` is its file's digest by the renewal's algorithm, if it is known. */
export type LeafMaterial = StampOfFile & { digest: Uint8Array | undefined };

export type HashTask = {
  hash: StrongHash;
} & (
  | {
      kind: 'leaves';
      /** The number of the tile. */
      tile: number;
      /** One for each position; undefined if the leaf in the log no longer belongs to a certificate. */
      certificates: readonly (LeafMaterial | undefined)[];
      /** The previous renewals, as seen from this tile. */
      earlier: readonly RenewalFromTile[];
    }
  | { kind: 'roots'; tiles: readonly Uint8Array[] }
);

/** The hashes of a tile: its leaves, or the roots of the tiles below it. */
export async function hashTile(engine: CryptoEngine, task: HashTask): Promise<Uint8Array> {
  const { hash } = task;
  const hashes: Uint8Array[] = [];
  if (task.kind === 'roots') {
    for (const tile of task.tiles) hashes.push((await treeOfTile(engine, hash, tile)).root);
    return Buffer.concat(hashes);
  }
  const { tile, certificates, earlier } = task;
  const opened = await Promise.all(earlier.map((renewal) => openRenewal(engine, renewal, tile)));
  for (const [i, certificate] of certificates.entries()) {
    if (certificate === undefined) hashes.push(await engine.digest(hash, NOTHING));
    else {
      const record = await deriveRecord(engine, certificate, tile * TILE_HASHES + i, opened);
      hashes.push(await leafFor(engine, record, hash, certificate.digest));
    }
  }
  return Buffer.concat(hashes);
}

const NOTHING = new Uint8Array(0);
