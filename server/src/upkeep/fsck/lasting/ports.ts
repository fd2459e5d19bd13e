/** What fsck reads of stamped checkpoints and kept revocation answers. */

import type { Batches } from '../../../kernel/batches.ts';

export type StoredCheckpointStamp = {
  where: string;
  treeSize: number;
  note: string;
  /** What the log signed for this size. */
  signedNote: string | undefined;
  orderId: string;
  tsr: Uint8Array | undefined;
  chainSha256: Uint8Array | undefined;
  chain: readonly Uint8Array[];
};

export type StoredLookup = {
  where: string;
  chainSha256: Uint8Array;
  chain: readonly Uint8Array[];
  position: number;
  kind: string;
  answerKind: string;
  der: Uint8Array;
  thisUpdateMicros: number;
  outcome: string;
};

export type LastingReads = {
  checkpointStamps(): Batches<StoredCheckpointStamp>;
  keptRevocation(): Batches<StoredLookup>;
  /** Answers that serve no chain on no day. */
  unusedAnswers(): Batches<{ where: string }>;
};
