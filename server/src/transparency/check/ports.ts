/** What a check of the log reads. */

import type { Batches } from '../../kernel/batches.ts';
import type { CheckpointRow } from '../ports.ts';
import type { TileMarks } from '../tiles/pg-tile-marks.ts';

export type LogStateRow = {
  origin: string;
  /** The signing keys, unwrapped, the oldest first. A key that cannot be unwrapped is given as it is stored. */
  signingKeys: readonly Uint8Array[];
  size: number;
  /** The size of the newest checkpoint; 0 if there is none. */
  signedSize: number;
  frontier: readonly Uint8Array[];
};

/**
 * A leaf and its place in the log, as the capability that owns the leaf knows them. The hash is undefined if it is
 * not known.
 */
export type PlacedLeaf = { place: number; leafHash: Uint8Array | undefined; where: string };

/**
 * Gives the leaves of the log. The log itself stores only hashes; the capabilities whose records it covers, such as
 * certificates, own the leaves. So the check asks them for the leaves and recomputes the log.
 */
export type LeafOwners = {
  /** Whether any leaf has a place in the log. */
  hasPlaces(): Promise<boolean>;
  /** The leaves with a place from `from` up to but excluding `end`, in order. */
  placedLeaves(from: number, end: number): Promise<PlacedLeaf[]>;
};

export type NodeRange = { level: number; firstChunk: number; lastChunk: number };

export type NodeChunk = { level: number; chunk: number; hashes: Uint8Array };

export type LogReads = {
  logState(): Promise<LogStateRow | undefined>;
  /** How much of the log is in the file store, and how much of that is deleted from the database. */
  tileMarks(): Promise<TileMarks>;
  /** The checkpoints up to this size, in order of size and in pages. */
  checkpoints(upTo: number): Batches<CheckpointRow>;
  nodes(ranges: readonly NodeRange[]): Promise<NodeChunk[]>;
  /** Rows of nodes whose length is wrong for a log of its size, or that should only be in the file store. */
  misshapenNodes(): Batches<{ level: number; chunk: number }>;
  /** Rows of entries that are too long for a log of its size, or whose length is not a whole number of entries. */
  misshapenEntries(): Batches<{ chunk: number }>;
};
