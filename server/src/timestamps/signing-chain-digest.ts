/** How signing chains are named in the database. */

import { createHash } from 'node:crypto';

/** DER is self-delimiting, so different chains never concatenate to the same bytes. */
export function chainDigest(chain: readonly Uint8Array[]): Buffer {
  const hash = createHash('sha256');
  for (const der of chain) hash.update(der);
  return hash.digest();
}
