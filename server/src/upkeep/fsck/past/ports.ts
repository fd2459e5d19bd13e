/** What a check asks outside the snapshot: checkpoints in other hands, and the database as it is now. */

import type { KeptObjects } from '../../../kernel/disk/kept-objects.ts';
import type { LogReads } from '../../../transparency/past/compare-past.ts';
import type { Witnesses } from '../../../transparency/witnesses/ports.ts';

export type PastReads = {
  kept: Pick<KeptObjects, 'read'>;
  witnesses: Witnesses;
  /** Not of the snapshot: servers may sign meanwhile, and what they sign goes to other hands at once. */
  log: LogReads;
  /** The roots among these that the log has not signed, as far as the database knows now. */
  unsignedRoots(roots: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /** The newest block of the network that an anchor names; -1 where none does. */
  lastAnchoredBlock(network: string): Promise<number>;
  /** When a backup was last restored into this database, or a loss accepted. */
  restoredAt(): Promise<Date | undefined>;
};
