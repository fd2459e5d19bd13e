/** What proofs keep. */

import type { AccountId, CertificateId } from '../kernel/ids.ts';

/** Final proofs, kept as they were first handed out. */
export type ProofStore = {
  find(accountId: AccountId, certificateId: CertificateId): Promise<Uint8Array | undefined>;
  /**
   * Resolves with what is kept: these bytes, or those that another process kept a moment earlier. Undefined when
   * the anchor is not final any more: then nothing is kept.
   */
  keep(
    accountId: AccountId,
    certificateId: CertificateId,
    anchorId: number,
    xml: Uint8Array,
  ): Promise<Uint8Array | undefined>;
};
