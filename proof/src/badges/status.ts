/** Reads one bit of a Bitstring Status List. */

import { parseBase64Url } from '../encoding/bytes.ts';
import type { ReadBadge } from './read-badge.ts';

/** Enough for eight million badges. A longer list could be a file made to fill the memory. */
const MAX_LIST_BYTES = 1 << 20;

export const STATUS = 'https://www.w3.org/ns/credentials/status#';

type Gunzip = { gunzip(bytes: Uint8Array, maxBytes: number): Promise<Uint8Array> };

/** True if the bit is set; undefined if the list cannot be read, or is too short. */
export async function readStatus(
  { gunzip }: Gunzip,
  { statements, node }: Pick<ReadBadge, 'statements' | 'node'>,
  index: string | undefined,
): Promise<boolean | undefined> {
  const subject = statements.one(node, 'https://www.w3.org/2018/credentials#credentialSubject');
  const isList =
    statements.is(node, `${STATUS}BitstringStatusListCredential`) &&
    statements.one(subject, `${STATUS}statusPurpose`) === 'revocation';
  const encodedList = statements.one(subject, `${STATUS}encodedList`);
  if (!isList || encodedList?.startsWith('u') !== true) return undefined;
  if (index === undefined || !/^\d{1,8}$/.test(index)) return undefined;
  const packed = parseBase64Url(encodedList.slice(1));
  const bits = packed && (await gunzip(packed, MAX_LIST_BYTES).catch(() => undefined));
  const byte = bits?.[Number(index) >> 3];
  return byte === undefined ? undefined : (byte & (0x80 >> (Number(index) & 7))) !== 0;
}
