/** Rows that do not fit in memory at once. */

export type Batches<T> = AsyncIterable<readonly T[]>;

export async function* mapBatches<From, To>(
  batches: Batches<From>,
  toItem: (item: From) => To,
): AsyncGenerator<To[]> {
  for await (const batch of batches) yield batch.map(toItem);
}
