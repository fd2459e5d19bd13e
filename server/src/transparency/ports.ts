/** What the log needs of the database. */

import type { Frontier, NodeAddress, NodeRun } from '@sello/proof';

export type CheckpointRow = { size: number; root: Uint8Array; note: string; createdAt: Date };

/** What a batch of leaves makes of the log. */
export type LogAdvance = { frontier: Frontier; runs: readonly NodeRun[]; root: Uint8Array; note: string };

export type MerkleLogStore = {
  /** The log's name and key, which are what they were when it began; the arguments serve a log that begins now. */
  open(origin: string, newSigningKey: Uint8Array): Promise<{ origin: string; signingKey: Uint8Array }>;
  /** The same key, wrapped otherwise; nothing changes where another process was quicker. */
  rewrapSigningKey(from: Uint8Array, to: Uint8Array): Promise<void>;
  /**
   * Takes up to `maxLeaves` waiting leaves in the order of their writing, lets `compute` place them, and stores
   * places, nodes, size and signed checkpoint together or not at all. Resolves with the number of leaves: 0
   * when none waits or another process is at it. Never run by two at a time, over any number of processes.
   */
  advance(
    maxLeaves: number,
    compute: (frontier: Frontier, leaves: readonly Uint8Array[]) => Promise<LogAdvance>,
    now: Date,
  ): Promise<number>;
  /** The hashes at these addresses, in that order. Rejects when one is missing. */
  readNodes(addresses: readonly NodeAddress[]): Promise<Uint8Array[]>;
  /** The first `width` hashes of 256 neighbours of one level, or undefined when they are not all there yet. */
  readTile(level: number, tile: number, width: number): Promise<Uint8Array | undefined>;
  latestCheckpoint(): Promise<CheckpointRow | undefined>;
  checkpointAt(size: number): Promise<CheckpointRow | undefined>;
  /** The first that covers the leaf. */
  checkpointOver(leafIndex: number): Promise<CheckpointRow | undefined>;
};
