/** How signing chains are named in the database. */

import { hash } from 'node:crypto';

/** DER is self-delimiting, so different chains never concatenate to the same bytes. */
export function chainDigest(chain: readonly Uint8Array[]): Buffer {
  return hash('sha256', Buffer.concat(chain), 'buffer');
}
