/** The certificates in the time stamps and evidence records of an ASiC container. */

import { certificatesInRecord } from '../evidence-records/certificates-in-record.ts';
import { ProofError } from '../proof-error.ts';
import { type Assertion, readAsic } from './asic.ts';
import { readTokenFile } from './token-file.ts';

/** Empty if the container is damaged, which its checks report. */
export function certificatesInAsic(bytes: Uint8Array): readonly Uint8Array[] {
  try {
    return readAsic(bytes).assertions.flatMap(certificatesIn);
  } catch (error) {
    if (error instanceof ProofError) return [];
    throw error;
  }
}

function certificatesIn({ kind, content }: Assertion): readonly Uint8Array[] {
  if (kind === 'record') return certificatesInRecord(content);
  const { token } = readTokenFile(content);
  return token?.certificates.map(({ der }) => der) ?? [];
}
