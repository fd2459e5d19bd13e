/** What anonymising needs of the first product. */

import type { CertificateId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';

export type Papers = {
  /** Title, file name and original of these certificates are gone once the transaction ends; hash and proofs stay. */
  forgetDocuments(
    tools: Pick<Tools, 'query'>,
    owner: Owner,
    certificateIds: readonly CertificateId[],
    at: Date,
  ): Promise<void>;
};
