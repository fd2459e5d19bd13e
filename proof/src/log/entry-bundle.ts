/**
 * Bundles of entries (https://c2sp.org/tlog-tiles). Each entry comes after its length, a big-endian uint16. The hashes
 * of the entries are the leaves of the level-0 tile with the same index and width.
 */

import { concatBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { TILE_WIDTH } from './tiles.ts';

const LENGTH_BYTES = 2;
const MAX_ENTRY_BYTES = 0xffff;

export function encodeEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    ...entries.flatMap((entry) => {
      if (entry.length > MAX_ENTRY_BYTES)
        throw new ProofError('invalid_argument', `an entry of ${entry.length} bytes fits into no bundle`);
      return [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry];
    }),
  );
}

/**
 * Returns the first `width` entries. A log that has grown may answer with a wider bundle than was asked for. Throws a
 * `ProofError` if there are fewer entries, more than a bundle holds, or if one is cut short.
 */
export function decodeEntryBundle(bytes: Uint8Array, width: number): Uint8Array[] {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [high, low] = bytes.subarray(at, at + LENGTH_BYTES);
    const end = at + LENGTH_BYTES + ((high ?? 0) << 8) + (low ?? 0);
    if (low === undefined || end > bytes.length) throw malformed(`entry ${entries.length} is cut short`);
    entries.push(bytes.subarray(at + LENGTH_BYTES, end));
    at = end;
  }
  if (entries.length < width || entries.length > TILE_WIDTH)
    throw malformed(`it has ${entries.length} entries instead of ${width}`);
  return entries.slice(0, width);
}

function malformed(because: string): ProofError {
  return new ProofError('proof_malformed', `this is not the bundle of entries: ${because}`);
}
