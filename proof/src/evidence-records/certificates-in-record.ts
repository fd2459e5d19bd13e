/** The certificates in the tokens of an evidence record. */

import { ProofError } from '../proof-error.ts';
import { decodeEvidenceRecord } from './evidence-record.ts';

/** Empty if the record is damaged, which its checks report. */
export function certificatesInRecord(bytes: Uint8Array): readonly Uint8Array[] {
  try {
    const stamps = decodeEvidenceRecord(bytes).chains.flatMap((chain) => chain.stamps);
    return stamps.flatMap(({ token }) => token.certificates.map(({ der }) => der));
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}
