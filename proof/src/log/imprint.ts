/**
 * The MessageImprint of RFC 3161 §2.4.1 to which a leaf commits. The parameters of its algorithm are always NULL, as
 * most programs write them (RFC 5754 §2), whatever the token has.
 */

import type { StrongHash } from '../crypto/algorithms.ts';
import { HASHES } from '../crypto/supported-algorithms.ts';
import { derNull, derOctetString, derOid, derSequence } from '../encoding/der-writer.ts';

export function encodeImprint(algorithm: StrongHash, digest: Uint8Array): Uint8Array {
  return derSequence(derSequence(derOid(HASHES[algorithm].oid), derNull()), derOctetString(digest));
}
