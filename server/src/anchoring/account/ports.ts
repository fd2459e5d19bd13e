/** What the database knows now of what the paying account has sent. */

import type { UsedNonce } from '../chain-driver.ts';

export type SignedRoots = {
  /** The roots among these that the log has not signed. */
  unsignedRoots(roots: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /** When a backup was last restored into this database, or a loss accepted. */
  restoredAt(): Promise<Date | undefined>;
};

type UnknownNonce = UsedNonce & {
  /** Transactions with this nonce that were written down, and of which no block is known. */
  attempts: readonly Uint8Array[];
  /** The nonce was used before the first anchor since the restore. */
  isBeforeRestore: boolean;
};

export type AccountReads = SignedRoots & {
  /**
   * Of the nonces from the account's first anchor up to `end` (excluded), those that no mined anchor has: how many
   * there are, and the newest of them.
   */
  unknownNonces(
    account: { network: string; address: string },
    end: number,
    most: number,
  ): Promise<{ total: number; newest: UnknownNonce[] }>;
};
