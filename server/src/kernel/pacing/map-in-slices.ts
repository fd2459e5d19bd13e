/** Work on many rows, in slices of a few milliseconds: other requests are served in between. */

import { setImmediate as others } from 'node:timers/promises';

const SLICE = 500;

export async function mapInSlices<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    if (index % SLICE === SLICE - 1) await others();
    results.push(map(item, index));
  }
  return results;
}

/**
 * A thousand at a time, for statements over many rows: each result is freed before V8 moves it to the old generation,
 * so ten thousand rows need the memory of one thousand.
 */
export function* slicesOf<Item>(items: readonly Item[], size = 1_000): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
