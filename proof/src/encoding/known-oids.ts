/**
 * Looks up, by their octets, the object identifiers that this package names. A token has some twenty identifiers, and
 * turning each into text to compare it would take longer than checking the token's structure.
 */

import { OID } from './oids.ts';

type KnownOid = { octets: readonly number[]; dotted: string };

const BY_HASH = new Map(
  Object.values(OID).map((dotted): [number, KnownOid] => {
    const octets = octetsOf(dotted);
    return [hashOf(octets, 0, octets.length), { octets, dotted }];
  }),
);

/** Takes the content octets of an OBJECT IDENTIFIER; undefined if it is not one of ours. */
export function knownOid(source: ArrayLike<number>, start: number, end: number): string | undefined {
  const known = BY_HASH.get(hashOf(source, start, end));
  if (known === undefined || known.octets.length !== end - start) return undefined;
  for (let i = 0; i < known.octets.length; i += 1)
    if (known.octets[i] !== source[start + i]) return undefined;
  return known.dotted;
}

function hashOf(octets: ArrayLike<number>, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i += 1) hash = (Math.imul(hash, 31) + (octets[i] ?? 0)) | 0;
  return hash;
}

/** Encodes an identifier (X.690 §8.19). None of the listed identifiers has a large arc. */
function octetsOf(dotted: string): number[] {
  const [root = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return [root * 40 + second, ...rest].flatMap((arc) => {
    const octets = [arc & 0x7f];
    for (let left = arc >>> 7; left > 0; left >>>= 7) octets.unshift((left & 0x7f) | 0x80);
    return octets;
  });
}
