/**
 * The extra data of a tlog-proof of this log. Together with the file's digest, they give the leaf. For a leaf of the
 * form v1 they are salt ‖ SHA-256 of the TimeStampToken, 64 bytes. For any other form, the form's name and a zero octet
 * come first.
 */

import { concatBytes, encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { LEAF_SCHEMES, type LeafParts, type LeafScheme } from './leaf.ts';

type LeafExtra = Pick<LeafParts, 'salt' | 'tokenSha256'> & { scheme: LeafScheme };

export function encodeLeafExtra({ scheme, salt, tokenSha256 }: LeafExtra): Uint8Array {
  return concatBytes(nameOf(scheme), salt, tokenSha256);
}

/** Undefined for anything that `encodeLeafExtra` does not write. */
export function parseLeafExtra(extra: Uint8Array): LeafExtra | undefined {
  for (const scheme of LEAF_SCHEMES) {
    const name = nameOf(scheme);
    const rest = extra.subarray(name.length);
    if (rest.length === 64 && equalBytes(extra.subarray(0, name.length), name))
      return { scheme, salt: rest.subarray(0, 32), tokenSha256: rest.subarray(32) };
  }
  return undefined;
}

function nameOf(scheme: LeafScheme): Uint8Array {
  return encodeUtf8(scheme === 'SELLO-LEAF-v1' ? '' : `${scheme}\0`);
}
