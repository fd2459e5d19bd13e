/**
 * Sorts a long list by the hashes of its items, in pieces between which other requests are served: a single sort of a
 * hundred thousand hashes would stop the process for a good part of a second.
 */

import { Piece } from '../../kernel/pacing/pieces.ts';

/** Hashes are spread evenly, so each bucket of the largest list gets some 25 items. */
const BUCKETS = 4_096;

export async function sortByHash<Item>(
  items: readonly Item[],
  hashOf: (item: Item) => Uint8Array,
): Promise<Item[]> {
  const buckets = Array.from({ length: BUCKETS }, (): Item[] => []);
  const piece = new Piece();
  for (const item of items) {
    if (piece.isOver) await piece.next();
    buckets[bucketOf(hashOf(item))]?.push(item);
  }
  const sorted: Item[] = [];
  for (const bucket of buckets) {
    if (piece.isOver) await piece.next();
    sorted.push(...bucket.sort((a, b) => Buffer.compare(hashOf(a), hashOf(b))));
  }
  return sorted;
}

/** The first twelve bits. */
function bucketOf([first = 0, second = 0]: Uint8Array): number {
  return (first << 4) | (second >> 4);
}
