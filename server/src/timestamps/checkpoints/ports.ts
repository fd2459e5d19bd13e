/** The database port for stamping checkpoints of the log. */

import type { CheckpointStampId } from '../../kernel/ids.ts';

/** A checkpoint for which a stamp was ordered. `tries` counts the attempts that failed. */
export type CheckpointOrder = {
  periodStart: Date;
  treeSize: number;
  /** The signed note, whose exact bytes are stamped. */
  note: string;
  orderId: CheckpointStampId;
  tries: number;
  nextTryAt: Date;
};

export type StampedCheckpoint = {
  treeSize: number;
  note: string;
  /** The provider's exact response over the note. */
  tsr: Uint8Array;
  /** DER certificates from the signer up to the root. */
  chain: readonly Uint8Array[];
};

type StampFailure = { code: string; message: string };

/** How stamping stands, for operators. */
export type StampStanding = {
  /** The largest stamped checkpoint, and when its period began. */
  newest: { treeSize: number; periodStart: Date } | undefined;
  /** The checkpoint that waits for its stamp, if one does. */
  waiting:
    | { treeSize: number; tries: number; nextTryAt: Date; failure: StampFailure | undefined }
    | undefined;
};

export type CheckpointStampStore = {
  /** The state of the period: not ordered, ordered, or stamped. */
  inPeriod(periodStart: Date): Promise<CheckpointOrder | 'stamped' | undefined>;
  /** The size of the largest stamped tree, and when its period began. */
  newest(): Promise<{ treeSize: number; periodStart: Date } | undefined>;
  standing(): Promise<StampStanding>;
  /**
   * Stores an order, which survives a crash once this resolves. Each period has one order: the first one is kept, and
   * its row is returned even if another process wrote it. Undefined if the period is already stamped. Orders of
   * earlier periods that got no stamp are dropped.
   */
  order(
    order: Pick<CheckpointOrder, 'periodStart' | 'treeSize' | 'note' | 'orderId'>,
    now: Date,
  ): Promise<CheckpointOrder | undefined>;
  /** Records a failure; its reason is kept until the stamp succeeds. */
  postpone(periodStart: Date, nextTryAt: Date, because: StampFailure): Promise<void>;
  /** Stores a stamp. False if the period already has one, which then stays. */
  keep(periodStart: Date, stamp: Pick<StampedCheckpoint, 'tsr' | 'chain'>): Promise<boolean>;
  /**
   * The smallest stamped checkpoint that covers the leaf, and after it the newest one, if that was stamped by another
   * signer. The second one serves when the keys of the first signer are no longer trusted.
   */
  covering(leafIndex: number): Promise<StampedCheckpoint[]>;
};
