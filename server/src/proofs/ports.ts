/** The store for blockchain proofs. */

import type { AccountId, CertificateId } from '../kernel/ids.ts';

/** Final proofs, exactly as first issued. */
export type ProofStore = {
  find(accountId: AccountId, certificateId: CertificateId): Promise<Uint8Array | undefined>;
  /**
   * Stores a proof. Resolves with the stored bytes, which are these or those that another process stored first.
   * Undefined if the anchor is no longer final; then nothing is stored.
   */
  keep(
    accountId: AccountId,
    certificateId: CertificateId,
    anchorId: number,
    xml: Uint8Array,
  ): Promise<Uint8Array | undefined>;
};
