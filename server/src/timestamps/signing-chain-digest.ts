/** Names signing chains in the database. */

import { hash } from 'node:crypto';

/**
 * The digest of a chain. Every DER element states its own length, so different chains never concatenate to the same
 * bytes.
 */
export function chainDigest(chain: readonly Uint8Array[]): Buffer {
  return hash('sha256', Buffer.concat(chain), 'buffer');
}
