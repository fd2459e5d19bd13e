/** Bitstring Status List v1.0: one bit for each badge, set when it is revoked. */

import { gzipSync } from 'node:zlib';
import { CREDENTIALS_V2 } from '@sello/proof/badges';
import type { Owner } from '../../kernel/owner.ts';
import { issuerDid, issuerName } from './issuer.ts';

/**
 * The number of bits in a list. It is the minimum that the standard allows, which is large enough that a position does
 * not reveal whose badge it is.
 */
export const LIST_BITS = 131_072;
/**
 * After this many badges, the next list begins. While half of the positions are free, a random free one is found
 * quickly.
 */
const LIST_BADGES = LIST_BITS / 2;

/** The number of the list that holds the n-th badge of an issuer. */
export function listOf(nth: number): number {
  return Math.ceil(nth / LIST_BADGES);
}

export function listAddress(baseUrl: string, owner: Owner, list: number): string {
  return `${baseUrl}/status/${issuerName(owner)}/${list}`;
}

/** The first badge has the highest bit of the first byte. */
function encodeBits(places: readonly number[]): string {
  const bits = Buffer.alloc(LIST_BITS / 8);
  for (const place of places) bits[place >> 3] = (bits[place >> 3] ?? 0) | (0x80 >> (place & 7));
  return `u${gzipSync(bits).toString('base64url')}`;
}

export function composeList(
  baseUrl: string,
  owner: Owner,
  list: number,
  { places, changedAt }: { places: readonly number[]; changedAt: string },
) {
  const id = listAddress(baseUrl, owner, list);
  return {
    '@context': [CREDENTIALS_V2],
    id,
    type: ['VerifiableCredential', 'BitstringStatusListCredential'],
    issuer: issuerDid(baseUrl, owner),
    validFrom: changedAt,
    credentialSubject: {
      id: `${id}#list`,
      type: 'BitstringStatusList',
      statusPurpose: 'revocation',
      encodedList: encodeBits(places),
    },
  };
}
