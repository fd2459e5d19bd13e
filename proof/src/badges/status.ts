/** Reads one bit of a Bitstring Status List. */

import { parseBase64 } from '../encoding/bytes.ts';
import { type Fields, fieldsOf, listOf } from './read-badge.ts';

/** Eight million badges; a longer list could be a bomb. */
const MAX_LIST_BYTES = 1 << 20;

type Gunzip = { gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> };

/** True where the bit is set; undefined where the list cannot be read, or is too short. */
export async function readStatus(
  { gunzip }: Gunzip,
  list: Fields,
  index: unknown,
): Promise<boolean | undefined> {
  const subject = fieldsOf(listOf(list.credentialSubject)[0]);
  const { encodedList, statusPurpose } = subject ?? {};
  const isList =
    listOf(list.type).includes('BitstringStatusListCredential') && statusPurpose === 'revocation';
  if (!isList || typeof encodedList !== 'string' || !encodedList.startsWith('u')) return undefined;
  if (typeof index !== 'string' || !/^\d{1,8}$/.test(index)) return undefined;
  const packed = parseBase64(fromUrlAlphabet(encodedList.slice(1)));
  const bits = packed && (await gunzip(packed, MAX_LIST_BYTES).catch(() => undefined));
  const byte = bits?.[Number(index) >> 3];
  return byte === undefined ? undefined : (byte & (0x80 >> (Number(index) & 7))) !== 0;
}

function fromUrlAlphabet(text: string): string {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/');
  return plain + '='.repeat((4 - (plain.length % 4)) % 4);
}
