/**
 * Finds anchors whose root the database has not signed. Only the log's own service anchors with its key. So such an
 * anchor is newer than the database, or older than a restore by the operator, or comes from another service with the
 * same key.
 */

import { commitsTo, decodeTransaction, equalBytes, ProofError } from '@sello/proof';
import type { SignedRoots } from './ports.ts';

type OnChain = { blockNumber: number; blockTime: Date; raw: Uint8Array | undefined };

/**
 * An anchor with an unsigned root. `isBeforeRestore` is true if it dates from before an operator restored an older
 * state.
 */
export type UnsignedAnchor = {
  blockNumber: number;
  blockTime: Date;
  root: Uint8Array;
  isBeforeRestore: boolean;
};

/** Returns the unsigned ones among these anchors, in the given order. */
export async function findUnsigned(
  reads: SignedRoots,
  transactions: readonly OnChain[],
): Promise<UnsignedAnchor[]> {
  const anchored = transactions.flatMap(({ blockNumber, blockTime, raw }) => {
    const root = raw && rootOf(raw);
    return root === undefined ? [] : [{ blockNumber, blockTime, root }];
  });
  if (anchored.length === 0) return [];
  const unsigned = await reads.unsignedRoots(anchored.map(({ root }) => root));
  if (unsigned.length === 0) return [];
  const restoredAt = await reads.restoredAt();
  return anchored
    .filter(({ root }) => unsigned.some((one) => equalBytes(one, root)))
    .map((anchor) => ({
      ...anchor,
      isBeforeRestore: restoredAt !== undefined && anchor.blockTime <= restoredAt,
    }));
}

/** The root that a transaction carries; undefined if it is no anchor. */
export function rootOf(raw: Uint8Array): Uint8Array | undefined {
  try {
    const transaction = decodeTransaction(raw);
    const root = transaction.input.subarray(-32);
    return commitsTo(transaction, root) ? root : undefined;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}
