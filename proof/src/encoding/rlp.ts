/**
 * Recursive Length Prefix, the encoding of Ethereum's blocks and transactions. The reader accepts only canonical
 * encodings, so that one value has one encoding and one hash.
 */

import { ProofError } from '../proof-error.ts';
import { concatBytes } from './bytes.ts';

export type RlpItem = Uint8Array | readonly RlpItem[];

/** Deep enough for access lists and authorisations, and shallow enough to read by recursion. */
const MAX_DEPTH = 16;

/** Reads one item that fills `source`. Byte strings are views that share memory with it. */
export function decodeRlp(source: Uint8Array): RlpItem {
  const { item, end } = readItem(source, 0, source.length, 1);
  if (end !== source.length) throw malformed(`${source.length - end} bytes follow the item`);
  return item;
}

export function encodeRlp(item: RlpItem): Uint8Array {
  if (!(item instanceof Uint8Array)) {
    const content = concatBytes(...item.map(encodeRlp));
    return concatBytes(encodePrefix(0xc0, content.length), content);
  }
  const isItsOwnEncoding = item.length === 1 && (item[0] ?? 0) < 0x80;
  return isItsOwnEncoding ? item : concatBytes(encodePrefix(0x80, item.length), item);
}

/** An unsigned number in RLP: big-endian, no leading zeros; zero is the empty string. */
export function encodeNumber(value: number | bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = BigInt(value); rest > 0n; rest >>= 8n) bytes.unshift(Number(rest & 0xffn));
  return Uint8Array.from(bytes);
}

/** Returns undefined for a list, a number with leading zeros, and a number of more than 256 bits. */
export function parseNumber(item: RlpItem | undefined): bigint | undefined {
  if (!(item instanceof Uint8Array) || item.length > 32 || item[0] === 0) return undefined;
  let value = 0n;
  for (const byte of item) value = (value << 8n) | BigInt(byte);
  return value;
}

function readItem(
  source: Uint8Array,
  start: number,
  limit: number,
  depth: number,
): { item: RlpItem; end: number } {
  if (depth > MAX_DEPTH) throw malformed('lists are nested too deep');
  const prefix = source[start];
  if (prefix === undefined || start >= limit) throw malformed(`an item is missing at offset ${start}`);
  if (prefix < 0x80) return { item: source.subarray(start, start + 1), end: start + 1 };
  const isList = prefix >= 0xc0;
  const { contentStart, end } = readLength(source, start, limit, prefix - (isList ? 0xc0 : 0x80));
  if (isList) return { item: readList(source, contentStart, end, depth), end };
  const item = source.subarray(contentStart, end);
  if (item.length === 1 && (item[0] ?? 0) < 0x80) throw malformed(`a needless prefix at offset ${start}`);
  return { item, end };
}

function readList(source: Uint8Array, start: number, end: number, depth: number): RlpItem[] {
  const items: RlpItem[] = [];
  for (let offset = start; offset < end; ) {
    const read = readItem(source, offset, end, depth + 1);
    items.push(read.item);
    offset = read.end;
  }
  return items;
}

/** A `code` up to 55 is the length itself. A larger one says that `code - 55` bytes of length follow. */
function readLength(
  source: Uint8Array,
  start: number,
  limit: number,
  code: number,
): { contentStart: number; end: number } {
  let contentStart = start + 1;
  let length = code;
  if (code > 55) {
    contentStart += code - 55;
    if (code - 55 > 4 || contentStart > limit) throw malformed(`a length at offset ${start} is too long`);
    length = 0;
    for (const byte of source.subarray(start + 1, contentStart)) length = length * 256 + byte;
    const isMinimal = length > 55 && source[start + 1] !== 0;
    if (!isMinimal) throw malformed(`the length at offset ${start} is not in its shortest form`);
  }
  const end = contentStart + length;
  if (end > limit) throw malformed(`the item at offset ${start} reaches past its parent`);
  return { contentStart, end };
}

function encodePrefix(base: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(base + length);
  const bytes = encodeNumber(length);
  return concatBytes(Uint8Array.of(base + 55 + bytes.length), bytes);
}

function malformed(message: string): ProofError {
  return new ProofError('rlp_malformed', message);
}
