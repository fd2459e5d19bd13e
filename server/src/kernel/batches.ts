/** Rows that are too many to hold at once. */

export type Batches<T> = AsyncIterable<readonly T[]>;
