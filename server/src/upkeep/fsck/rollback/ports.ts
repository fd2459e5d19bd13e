/** What a check asks outside the snapshot: checkpoints in other hands, and the database as it is now. */

import type { AccountReads } from '../../../anchoring/account/ports.ts';
import type { ChainDriver } from '../../../anchoring/chain-driver.ts';
import type { KeptObjects } from '../../../kernel/disk/kept-objects.ts';
import type { LogReads } from '../../../transparency/rollback/compare-past.ts';
import type { Witnesses } from '../../../transparency/witnesses/ports.ts';

/** The configured chain, whose account pays for anchors. `isShared`: others send from that account too. */
export type AskedChain = {
  driver: Pick<ChainDriver, 'network' | 'address' | 'nextNonce' | 'look' | 'sent'>;
  isShared: boolean;
};

/** Not of the snapshot: servers may sign meanwhile, and what they sign goes to other hands at once. */
export type PastReads = AccountReads & {
  kept: Pick<KeptObjects, 'read'>;
  witnesses: Witnesses;
  /** Undefined where only the embedded chain is used: its blocks are read from its folder, which belongs to the worker. */
  chain: AskedChain | undefined;
  log: LogReads;
  /** The newest block of the network that an anchor names; -1 where none does. */
  lastAnchoredBlock(network: string): Promise<number>;
};
