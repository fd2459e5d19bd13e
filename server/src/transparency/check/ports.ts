/** What a check of the log reads. */

import type { Batches } from '../../kernel/batches.ts';
import type { CheckpointRow } from '../ports.ts';
import type { TileMarks } from '../tiles/pg-tile-marks.ts';

export type LogStateRow = {
  origin: string;
  /** Unwrapped, oldest first; as stored if they cannot be unwrapped. */
  signingKeys: readonly Uint8Array[];
  size: number;
  /** Size of its newest checkpoint; 0 if there is none. */
  signedSize: number;
  frontier: readonly Uint8Array[];
};

/** A leaf at its place, according to its owner. The hash is undefined if it is not known. */
export type PlacedLeaf = { place: number; leafHash: Uint8Array | undefined; where: string };

/** The owners of leaves: the log knows only hashes, and is recomputed from their owners. */
export type LeafOwners = {
  /** Whether any of them has a place in the log. */
  hasPlaces(): Promise<boolean>;
  /** Those with a place from `from` up to but excluding `end`, in order. */
  placedLeaves(from: number, end: number): Promise<PlacedLeaf[]>;
};

export type NodeRange = { level: number; firstChunk: number; lastChunk: number };

export type NodeChunk = { level: number; chunk: number; hashes: Uint8Array };

export type LogReads = {
  logState(): Promise<LogStateRow | undefined>;
  /** How much of the log is in the file store, and no longer here. */
  tileMarks(): Promise<TileMarks>;
  /** In order of size, in pages. */
  checkpoints(upTo: number): Batches<CheckpointRow>;
  nodes(ranges: readonly NodeRange[]): Promise<NodeChunk[]>;
  /** Rows of nodes whose length is wrong for a log of its size, or that should be in the file store alone. */
  misshapenNodes(): Batches<{ level: number; chunk: number }>;
  /** Rows of entries that are too long for a log of its size, or not whole. */
  misshapenEntries(): Batches<{ chunk: number }>;
};
