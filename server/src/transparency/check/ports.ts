/** What a check of the log reads. */

import type { Batches } from '../../kernel/batches.ts';
import type { CheckpointRow } from '../ports.ts';
import type { TileMarks } from '../tiles/pg-tile-marks.ts';

export type LogStateRow = {
  origin: string;
  /** Opened, the oldest first; as they are stored where they do not open. */
  signingKeys: readonly Uint8Array[];
  size: number;
  /** Of its newest checkpoint; 0 where there is none. */
  signedSize: number;
  frontier: readonly Uint8Array[];
};

/** A leaf at its place, as whoever owns it has it. The hash is undefined where it is not known. */
export type PlacedLeaf = { place: number; leafHash: Uint8Array | undefined; where: string };

/** What leaves stand for: the log knows them by their hashes alone, and is derived again from their owners. */
export type LeafOwners = {
  /** Whether any of them has a place in the log. */
  hasPlaces(): Promise<boolean>;
  /** Those that have a place from `from` up to and without `end`, in that order. */
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
