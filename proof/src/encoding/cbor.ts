/**
 * CBOR (RFC 8949), as much of it as COSE receipts use. The reader accepts only preferred encodings with definite
 * lengths, so that every reader takes the same bytes for the same value. It does not ask for sorted maps: many programs
 * write labels in another order, and the order changes no meaning.
 */

import { ProofError } from '../proof-error.ts';
import { compareBytes, concatBytes, encodeUtf8, parseUtf8 } from './bytes.ts';

export type CborMap = ReadonlyMap<number | string, CborItem>;

/** Numbers are integers. */
export type CborItem =
  | number
  | string
  | boolean
  | null
  | Uint8Array
  | readonly CborItem[]
  | CborMap
  | CborTag;

export class CborTag {
  readonly tag: number;
  readonly item: CborItem;

  constructor(tag: number, item: CborItem) {
    this.tag = tag;
    this.item = item;
  }
}

/** Our receipts have 4 levels; the claims in receipts of other issuers may have some more. */
const MAX_DEPTH = 16;

/** Reads one item that fills `source`. Byte strings are views that share memory with it. */
export function decodeCbor(source: Uint8Array): CborItem {
  const reader = new CborReader(source);
  const item = reader.item(1);
  if (reader.left > 0) throw malformed(`${reader.left} bytes follow the item`);
  return item;
}

export function isCborMap(item: CborItem | undefined): item is CborMap {
  return item instanceof Map;
}

export function isCborArray(item: CborItem | undefined): item is readonly CborItem[] {
  return Array.isArray(item);
}

class CborReader {
  readonly #source: Uint8Array;
  #at = 0;

  constructor(source: Uint8Array) {
    this.#source = source;
  }

  get left(): number {
    return this.#source.length - this.#at;
  }

  item(depth: number): CborItem {
    if (depth > MAX_DEPTH) throw malformed(`items are nested deeper than ${MAX_DEPTH}`);
    const start = this.#at;
    const first = this.#bytes(1)[0] ?? 0;
    const [major, info] = [first >> 5, first & 0x1f];
    if (major === 7) return simple(info, start);
    const value = this.#argument(info, start);
    if (major === 0) return value;
    if (major === 1) return negative(value);
    if (major === 2) return this.#bytes(value);
    if (major === 3) return this.#text(value, start);
    if (major === 6) return new CborTag(value, this.item(depth + 1));
    return major === 4 ? this.#array(value, depth) : this.#map(value, depth);
  }

  #bytes(count: number): Uint8Array {
    if (count > this.left) throw malformed(`bytes are missing at offset ${this.#at}`);
    this.#at += count;
    return this.#source.subarray(this.#at - count, this.#at);
  }

  /** The number behind the first byte: a value, a length, a count or a tag. */
  #argument(info: number, start: number): number {
    if (info < 24) return info;
    if (info > 27) throw malformed(`an indefinite or reserved length at offset ${start}`);
    const width = 2 ** (info - 24);
    let value = 0;
    for (const byte of this.#bytes(width)) value = value * 256 + byte;
    const least = width === 1 ? 24 : 2 ** (4 * width);
    if (value < least) throw malformed(`a number longer than needed at offset ${start}`);
    if (!Number.isSafeInteger(value)) throw malformed(`a number above 2^53 − 1 at offset ${start}`);
    return value;
  }

  #text(length: number, start: number): string {
    const text = parseUtf8(this.#bytes(length));
    if (text === undefined) throw malformed(`a text at offset ${start} is not UTF-8`);
    return text;
  }

  #array(count: number, depth: number): CborItem[] {
    this.#assertRoom(count);
    return Array.from({ length: count }, () => this.item(depth + 1));
  }

  #map(count: number, depth: number): CborMap {
    this.#assertRoom(2 * count);
    const map = new Map<number | string, CborItem>();
    for (let i = 0; i < count; i += 1) {
      const start = this.#at;
      const label = this.item(depth + 1);
      if (typeof label !== 'number' && typeof label !== 'string')
        throw malformed(`a label at offset ${start} is neither a number nor a text`);
      if (map.has(label)) throw malformed(`the label ${label} is there twice`);
      map.set(label, this.item(depth + 1));
    }
    return map;
  }

  /** An item has at least one byte, so a huge count is refused before memory is reserved for it. */
  #assertRoom(items: number): void {
    if (items > this.left) throw malformed(`bytes are missing at offset ${this.#at}`);
  }
}

function simple(info: number, start: number): CborItem {
  if (info === 20 || info === 21) return info === 21;
  if (info === 22) return null;
  throw malformed(`a value that is not read here at offset ${start}`);
}

function negative(value: number): number {
  const number = -1 - value;
  if (!Number.isSafeInteger(number)) throw malformed('a number below −(2^53 − 1)');
  return number;
}

/** Writes the one deterministic encoding of RFC 8949 §4.2.1. */
export function encodeCbor(item: CborItem): Uint8Array {
  if (item === null) return Uint8Array.of(0xf6);
  if (typeof item === 'boolean') return Uint8Array.of(item ? 0xf5 : 0xf4);
  if (typeof item === 'number') return item >= 0 ? head(0, item) : head(1, -1 - item);
  if (typeof item === 'string') {
    const bytes = encodeUtf8(item);
    return concatBytes(head(3, bytes.length), bytes);
  }
  if (item instanceof Uint8Array) return concatBytes(head(2, item.length), item);
  if (item instanceof CborTag) return concatBytes(head(6, item.tag), encodeCbor(item.item));
  if (isCborArray(item)) return concatBytes(head(4, item.length), ...item.map(encodeCbor));
  const pairs = [...item].map(([label, value]) => [encodeCbor(label), encodeCbor(value)] as const);
  const sorted = pairs.toSorted(([a], [b]) => compareBytes(a, b));
  return concatBytes(head(5, sorted.length), ...sorted.flat());
}

function head(major: number, value: number): Uint8Array {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new ProofError('invalid_argument', `${value} cannot be written as CBOR`);
  const width = value < 24 ? 0 : value < 0x100 ? 1 : value < 0x10000 ? 2 : value < 2 ** 32 ? 4 : 8;
  const bytes = new Uint8Array(1 + width);
  bytes[0] = (major << 5) | (width === 0 ? value : 24 + Math.log2(width));
  let rest = value;
  for (let i = width; i > 0; i -= 1) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return bytes;
}

function malformed(message: string): ProofError {
  return new ProofError('cbor_malformed', message);
}
