/** How evenly accounts of very different sizes spread over machines when placed by a hash of their id. */

import { createHash } from 'node:crypto';

export type Spreading = {
  shards: number;
  largestAccountShare: number;
  largestShardToMean: number;
  /** Accounts that alone would fill half a shard or more; below, the same figure without them. */
  largeAccounts: number;
  largestShardOfOthersToMean: number;
};

/**
 * Accounts by Zipf's law, typical for customers of a service: the n-th largest has 1/n^exponent of the largest one's
 * certificates. Ids are hashed, as in PostgreSQL's hash partitions and Citus.
 */
export function spreadAccounts(accounts: number, exponent: number, shards: number): Spreading {
  const sizes = Float64Array.from({ length: accounts }, (_, i) => (i + 1) ** -exponent);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const largeAccounts = sizes.filter((size) => size >= total / shards / 2).length;
  return {
    shards,
    largestAccountShare: 1 / total,
    largestShardToMean: largestToMean(sizes, 0, shards),
    largeAccounts,
    largestShardOfOthersToMean: largestToMean(sizes, largeAccounts, shards),
  };
}

function largestToMean(sizes: Float64Array, from: number, shards: number): number {
  const held = new Float64Array(shards);
  for (let n = from; n < sizes.length; n += 1) {
    const shard = createHash('sha256').update(`acc_${n}`).digest().readUInt32BE(0) % shards;
    held[shard] = (held[shard] ?? 0) + (sizes[n] ?? 0);
  }
  return (Math.max(...held) * shards) / held.reduce((sum, size) => sum + size, 0);
}
