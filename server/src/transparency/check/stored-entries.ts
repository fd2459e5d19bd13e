/** Reads entries of the log that are in the file store and no longer in the database. */

import { decodeEntryBundle, ProofError, TILE_WIDTH } from '@sello/proof';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { bundleName } from '../tiles/full-tiles.ts';

/**
 * The number of bundles to keep in memory. Certificates of one account come in the order in which they were made, so
 * entries of the same bundle are asked for together.
 */
const BUNDLES_IN_MEMORY = 1_000;

export type StoredEntries = {
  isMoved(place: number): boolean;
  /** The entry at this place. Undefined if none is published there, or if the bundle is lost or cannot be read. */
  entryAt(place: number): Promise<Uint8Array | undefined>;
};

export function makeStoredEntries(kept: Pick<KeptObjects, 'read'>, dropped: () => number): StoredEntries {
  const bundles = new Map<number, readonly Uint8Array[]>();
  return {
    isMoved: (place) => place < dropped(),

    async entryAt(place) {
      const index = Math.floor(place / TILE_WIDTH);
      const bundle = bundles.get(index) ?? entriesIn(await kept.read(bundleName(index)));
      bundles.set(index, bundle);
      const [oldest] = bundles.keys();
      if (bundles.size > BUNDLES_IN_MEMORY && oldest !== undefined) bundles.delete(oldest);
      return bundle[place % TILE_WIDTH];
    },
  };
}

function entriesIn(bytes: Uint8Array | undefined): readonly Uint8Array[] {
  try {
    return decodeEntryBundle(bytes ?? new Uint8Array(0), TILE_WIDTH);
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}
