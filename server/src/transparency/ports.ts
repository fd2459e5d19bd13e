/** What the log needs from the database. */

import type { Frontier, NodeAddress, NodeRun } from '@sello/proof';
import type { Turn } from '../database/duties.ts';

export type CheckpointRow = { size: number; root: Uint8Array; note: string; createdAt: Date };

/** The log after a batch of leaves. */
type LogAdvance = { frontier: Frontier; runs: readonly NodeRun[]; root: Uint8Array; note: string };

export type LogKeyAlgorithm = 'ed25519' | 'ml-dsa-44';

/** Names a key of the log. The keys of each algorithm are numbered from 1. */
export type LogKeyName = { algorithm: LogKeyAlgorithm; number: number };

/** A key that signs for the log, wrapped. */
export type StoredLogKey = LogKeyName & {
  signingKey: Uint8Array;
  /** When the key was added. Undefined for the first key, which is as old as the log. */
  addedAt: Date | undefined;
  /** When the key was retired; it has signed nothing since. */
  retiredAt: Date | undefined;
};

export type MerkleLogStore = {
  /**
   * Opens the log, and returns its name, which never changes, and its first key. The arguments are used only for a
   * new log.
   */
  open(origin: string, newSigningKey: Uint8Array): Promise<{ origin: string; signingKey: Uint8Array }>;
  /** The log's name. Undefined if no server has made the log yet. */
  origin(): Promise<string | undefined>;
  /** Every key that ever signed for the log: those of Ed25519 first, and of each algorithm the oldest first. */
  keys(): Promise<readonly StoredLogKey[]>;
  /** Once it resolves, every checkpoint written from then on is computed with this key among `keys`. */
  addKey(key: LogKeyName, signingKey: Uint8Array, at: Date): Promise<void>;
  /** Once it resolves, no further checkpoint is signed with it. */
  retireKey(key: LogKeyName, at: Date): Promise<void>;
  /** Stores the log's first key of ML-DSA-44. No effect if there is or was one already. */
  beginMlDsa(signingKey: Uint8Array, at: Date): Promise<void>;
  /** Replaces a key by the same key, wrapped again. No effect if another process was quicker. */
  rewrapSigningKey(from: Uint8Array, to: Uint8Array): Promise<void>;
  /**
   * Takes up to `maxLeaves` waiting leaves in the order in which they were written, lets `compute` place them, and
   * stores places, nodes, size and signed checkpoint together or not at all. Resolves with the number of leaves,
   * which is 0 if none waits or another process is advancing. Of all processes only one runs this at a time. Rejects
   * once this process has lost the duty.
   */
  advance(
    maxLeaves: number,
    compute: (
      frontier: Frontier,
      leaves: readonly Uint8Array[],
      keys: readonly StoredLogKey[],
    ) => Promise<LogAdvance>,
    now: Date,
    turn: Turn,
  ): Promise<number>;
  /** The hashes at these addresses, in that order. Rejects when one is missing. */
  readNodes(addresses: readonly NodeAddress[]): Promise<Uint8Array[]>;
  /** The first `width` of 256 neighbouring hashes of a level. Undefined if they are not all stored yet. */
  readTile(level: number, tile: number, width: number): Promise<Uint8Array | undefined>;
  /**
   * The first `width` of 256 neighbouring entries that the log publishes. Undefined if one of them is not published: the
   * leaf is of the first form, or its entry is missing.
   */
  readEntries(bundle: number, width: number): Promise<readonly Uint8Array[] | undefined>;
  latestCheckpoint(): Promise<CheckpointRow | undefined>;
  /** The newest checkpoint that was signed at or before this time. */
  checkpointUntil(at: Date): Promise<CheckpointRow | undefined>;
  checkpointAt(size: number): Promise<CheckpointRow | undefined>;
  /** The first checkpoint that covers the leaf. */
  checkpointOver(leafIndex: number): Promise<CheckpointRow | undefined>;
};
