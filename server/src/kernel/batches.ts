/** Rows delivered in batches, because all of them together may not fit in memory. */

export type Batches<T> = AsyncIterable<readonly T[]>;

export async function* mapBatches<From, To>(
  batches: Batches<From>,
  toItem: (item: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(toItem);
}
