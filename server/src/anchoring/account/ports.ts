/** Reads which transactions the paying account has sent, according to the database. */

import type { UsedNonce } from '../chain-driver.ts';

export type SignedRoots = {
  /** Returns those of the given roots that the log has not signed. */
  unsignedRoots(roots: readonly Uint8Array[]): Promise<Uint8Array[]>;
  /** When a backup was last restored into this database, or a loss accepted. */
  restoredAt(): Promise<Date | undefined>;
};

type UnknownNonce = UsedNonce & {
  /** Recorded transactions with this nonce whose block is not known. */
  attempts: readonly Uint8Array[];
  /** Whether the nonce was used before the first anchor since the restore. */
  isBeforeRestore: boolean;
};

export type AccountReads = SignedRoots & {
  /**
   * The nonces from the account's first anchor up to `end` (excluded) that no mined anchor uses: how many there are,
   * and the newest of them.
   */
  unknownNonces(
    account: { network: string; address: string },
    end: number,
    most: number,
  ): Promise<{ total: number; newest: UnknownNonce[] }>;
};
