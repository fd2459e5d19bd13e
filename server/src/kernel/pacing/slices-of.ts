/**
 * Yields the items a thousand at a time, for statements over many rows. The result of each statement is freed before
 * V8 moves it to the old generation, so ten thousand rows need only as much memory as one thousand.
 */
export function* slicesOf<Item>(items: readonly Item[], size = 1_000): Generator<Item[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size);
}
