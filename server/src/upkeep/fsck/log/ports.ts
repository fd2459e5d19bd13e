/** What `sello fsck` reads of the log. */

import type { Batches } from '../../../kernel/batches.ts';
import type { CheckpointRow } from '../../../transparency/ports.ts';
import type { TileMarks } from '../../../transparency/tiles/pg-tile-marks.ts';

export type LogStateRow = {
  origin: string;
  /** Opened, the oldest first; as they are stored where they do not open. */
  signingKeys: readonly Uint8Array[];
  size: number;
  /** Of its newest checkpoint; 0 where there is none. */
  signedSize: number;
  frontier: readonly Uint8Array[];
};

/** A certificate's leaf at its place. The hash is undefined where the certificate has no token. */
export type PlacedLeaf = { place: number; leafHash: Uint8Array | undefined; where: string };

export type NodeRange = { level: number; firstChunk: number; lastChunk: number };

export type NodeChunk = { level: number; chunk: number; hashes: Uint8Array };

export type LogReads = {
  logState(): Promise<LogStateRow | undefined>;
  /** How much of the log is in the file store, and no longer here. */
  tileMarks(): Promise<TileMarks>;
  /** Whether any certificate has a place in the log. */
  hasPlaces(): Promise<boolean>;
  /** Those that have a place from `from` up to and without `end`, in that order. */
  placedLeaves(from: number, end: number): Promise<PlacedLeaf[]>;
  /** In order of size, in pages. */
  checkpoints(upTo: number): Batches<CheckpointRow>;
  nodes(ranges: readonly NodeRange[]): Promise<NodeChunk[]>;
  /** Rows of nodes whose length is wrong for a log of its size, or that should be in the file store alone. */
  misshapenNodes(): Batches<{ level: number; chunk: number }>;
  /** Rows of entries that are too long for a log of its size, or not whole. */
  misshapenEntries(): Batches<{ chunk: number }>;
};
