/**
 * A strict DER reader (X.690 §10–11). All input may come from an attacker, so it is walked once, under limits,
 * before any field is used: lengths are definite and minimal, no bytes are left over, no element reaches past
 * its parent.
 */

import { ProofError } from '../proof-error.ts';
import { encodeHex } from './bytes.ts';
import { knownOid } from './known-oids.ts';

/** Tag octets, constructed bit included. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  printableString: 0x13,
  teletexString: 0x14,
  ia5String: 0x16,
  utcTime: 0x17,
  generalizedTime: 0x18,
  bmpString: 0x1e,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The tag octet of the context tag `[n]`: constructed for explicit tags and structures, primitive for the rest. */
export function contextTag(number: number, form: 'primitive' | 'constructed'): number {
  return (form === 'constructed' ? 0xa0 : 0x80) | number;
}

export type DerElement = {
  readonly tag: number;
  readonly source: Uint8Array;
  readonly start: number;
  readonly contentStart: number;
  readonly end: number;
  /** Empty for primitive elements. */
  readonly children: readonly DerElement[];
};

type DerLimits = { maxBytes: number; maxDepth: number; maxElements: number };

const DEFAULT_LIMITS: DerLimits = { maxBytes: 1024 * 1024, maxDepth: 32, maxElements: 20_000 };
const MAX_OID_BYTES = 128;
const MAX_BIGINT_BYTES = 64;

/** Reads exactly one element that fills `source`. Trailing bytes are refused: no signature covers them. */
export function readDer(source: Uint8Array, limits: Partial<DerLimits> = DEFAULT_LIMITS): DerElement {
  const { maxBytes, maxDepth, maxElements } =
    limits === DEFAULT_LIMITS ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...limits };
  if (source.length > maxBytes) {
    throw new ProofError('der_too_large', `${source.length} bytes; at most ${maxBytes} are read`);
  }
  const walk = { source: asPlain(source), maxDepth, elementsLeft: maxElements, open: [], openCount: 0 };
  const element = readElement(walk, 0, source.length, 1);
  if (element.end !== source.length) {
    throw new ProofError('der_trailing_bytes', `${source.length - element.end} bytes follow the structure`);
  }
  return element;
}

/** Returns a plain view, because Node's Buffer overrides `slice` to share memory instead of copying. */
function asPlain(source: Uint8Array): Uint8Array {
  return source.constructor === Uint8Array
    ? source
    : new Uint8Array(source.buffer, source.byteOffset, source.length);
}

/**
 * Returns the element at `start` without reading its content, so `children` is always empty. It is for lists too long
 * to hold as a tree: their reader walks the members itself.
 */
export function peekElement(source: Uint8Array, start: number, limit: number): DerElement {
  const tag = source[start];
  if (tag === undefined || start >= limit) throw truncated(start);
  assertReadableTag(tag, start);
  const { length, contentStart } = readLength(source, start + 1, limit);
  const end = contentStart + length;
  if (end > limit) throw truncated(start);
  return { tag, source, start, contentStart, end, children: NO_CHILDREN };
}

/** The element's bytes, header included. Shares memory with the source. */
export function encodingOf(element: DerElement): Uint8Array {
  return element.source.subarray(element.start, element.end);
}

/** The content octets. Shares memory with the source. */
export function contentOf(element: DerElement): Uint8Array {
  return element.source.subarray(element.contentStart, element.end);
}

/** Takes the fields of a SEQUENCE or SET in the order of the ASN.1 definition. */
export class DerFields {
  readonly #parent: DerElement;
  #next = 0;

  constructor(parent: DerElement, tag: number = TAG.sequence) {
    assertTag(parent, tag);
    this.#parent = parent;
  }

  take(tag: number): DerElement {
    const field = this.takeAny();
    assertTag(field, tag);
    return field;
  }

  takeAny(): DerElement {
    const field = this.#parent.children[this.#next];
    if (field === undefined) {
      throw new ProofError(
        'der_value',
        `a field is missing in the structure at offset ${this.#parent.start}`,
      );
    }
    this.#next += 1;
    return field;
  }

  takeOptional(tag: number): DerElement | undefined {
    const field = this.#parent.children[this.#next];
    if (field?.tag !== tag) return undefined;
    this.#next += 1;
    return field;
  }

  /** Refuses fields that the definition does not have. */
  end(): void {
    const extra = this.#parent.children[this.#next];
    if (extra !== undefined) throw new ProofError('der_value', `unexpected field at offset ${extra.start}`);
  }
}

/** The elements of a SEQUENCE OF or SET OF. */
export function childrenOf(element: DerElement, tag: number = TAG.sequence): readonly DerElement[] {
  assertTag(element, tag);
  return element.children;
}

/** The single element inside an explicit context tag. */
export function readExplicit(element: DerElement): DerElement {
  const [inner, second] = element.children;
  if (inner === undefined || second !== undefined) {
    throw new ProofError('der_value', `the explicit tag at offset ${element.start} must hold one element`);
  }
  return inner;
}

/** The identifier as dotted text. Arcs may be of any size: those below 2.25, which hold UUIDs, have 128 bits. */
export function readOid(element: DerElement, tag: number = TAG.oid): string {
  assertTag(element, tag);
  const { source, contentStart, end } = element;
  const size = end - contentStart;
  if (size === 0 || size > MAX_OID_BYTES) {
    throw new ProofError('der_value', `object identifier of ${size} bytes at offset ${element.start}`);
  }
  const known = knownOid(source, contentStart, end);
  if (known !== undefined) return known;
  let dotted = '';
  for (let next = contentStart; next < end; ) {
    const arcStart = next;
    while ((source[next] ?? 0) & 0x80) next += 1;
    next += 1;
    if (next > end) throw valueError('object identifier ends inside an arc', element);
    const arc = readArc(source, arcStart, next, element);
    dotted += arcStart === contentStart ? firstArcs(arc) : `.${arc}`;
  }
  return dotted;
}

/** The content octets of an INTEGER, checked to be minimal: signed, big-endian. */
export function readIntegerBytes(element: DerElement, tag: number = TAG.integer): Uint8Array {
  assertTag(element, tag);
  const content = contentOf(element);
  const first = content[0];
  const second = content[1];
  if (first === undefined) throw valueError('empty integer', element);
  const padded =
    second !== undefined && ((first === 0 && second < 0x80) || (first === 0xff && second >= 0x80));
  if (padded) throw valueError('integer with needless leading octets', element);
  return content;
}

export function readInteger(element: DerElement, tag: number = TAG.integer): bigint {
  const content = readIntegerBytes(element, tag);
  if (content.length > MAX_BIGINT_BYTES) throw valueError(`integer of ${content.length} bytes`, element);
  return BigInt.asIntN(content.length * 8, BigInt(`0x${encodeHex(content)}`));
}

/** For versions, states and other small integers. */
export function readSmallInteger(element: DerElement, tag: number = TAG.integer): number {
  const content = readIntegerBytes(element, tag);
  if (content.length > 4 || (content[0] ?? 0) >= 0x80) throw valueError('integer out of range', element);
  let value = 0;
  for (let i = 0; i < content.length; i += 1) value = value * 256 + (content[i] ?? 0);
  return value;
}

export function readBoolean(element: DerElement, tag: number = TAG.boolean): boolean {
  assertTag(element, tag);
  const value = element.source[element.contentStart];
  const isOne = element.end - element.contentStart === 1;
  if (!isOne || (value !== 0x00 && value !== 0xff)) throw valueError('bad boolean', element);
  return value === 0xff;
}

export function readOctetString(element: DerElement, tag: number = TAG.octetString): Uint8Array {
  assertTag(element, tag);
  return contentOf(element);
}

export function readBitString(
  element: DerElement,
  tag: number = TAG.bitString,
): { unusedBits: number; bytes: Uint8Array } {
  assertTag(element, tag);
  const content = contentOf(element);
  const unusedBits = content[0];
  const last = content[content.length - 1] ?? 0;
  const sound =
    unusedBits !== undefined &&
    unusedBits <= 7 &&
    (content.length > 1 || unusedBits === 0) &&
    (unusedBits === 0 || (last & ((1 << unusedBits) - 1)) === 0);
  if (!sound) throw valueError('bad bit string', element);
  return { unusedBits, bytes: content.subarray(1) };
}

/** Numbers of the set bits; bit 0 is the most significant (X.680 §22). */
export function readNamedBits(element: DerElement, tag: number = TAG.bitString): ReadonlySet<number> {
  const { bytes } = readBitString(element, tag);
  const bits = new Set<number>();
  for (let bit = 0; bit < Math.min(bytes.length * 8, 64); bit += 1) {
    if ((bytes[bit >> 3] ?? 0) & (0x80 >> (bit & 7))) bits.add(bit);
  }
  return bits;
}

export function assertTag(element: DerElement, tag: number): void {
  if (element.tag === tag) return;
  const found = element.tag.toString(16).padStart(2, '0');
  const wanted = tag.toString(16).padStart(2, '0');
  throw new ProofError('der_tag', `tag ${found} at offset ${element.start} where ${wanted} belongs`);
}

type Walk = {
  readonly source: Uint8Array;
  readonly maxDepth: number;
  elementsLeft: number;
  /**
   * One stack, up to `openCount`, holds the children of all elements being read. A growing array per element would
   * reserve room for sixteen each time.
   */
  readonly open: DerElement[];
  openCount: number;
};

function readElement(walk: Walk, start: number, limit: number, depth: number): DerElement {
  if (depth > walk.maxDepth)
    throw new ProofError('der_too_deep', `nested deeper than ${walk.maxDepth} levels`);
  walk.elementsLeft -= 1;
  if (walk.elementsLeft < 0) throw new ProofError('der_too_large', 'too many elements');
  const { source } = walk;
  const tag = source[start];
  if (tag === undefined || start >= limit) throw truncated(start);
  assertReadableTag(tag, start);
  // Nearly all lengths have one octet.
  const short = source[start + 1] ?? 0x80;
  let contentStart = start + 2;
  let end = contentStart + short;
  if (short >= 0x80) {
    const long = readLength(source, start + 1, limit);
    contentStart = long.contentStart;
    end = contentStart + long.length;
  }
  if (end > limit) throw truncated(start);
  if (!(tag & 0x20)) return { tag, source, start, contentStart, end, children: NO_CHILDREN };
  const first = walk.openCount;
  for (let next = contentStart; next < end; ) {
    const child = readElement(walk, next, end, depth + 1);
    walk.open[walk.openCount++] = child;
    next = child.end;
  }
  const children = walk.open.slice(first, walk.openCount);
  walk.openCount = first;
  return { tag, source, start, contentStart, end, children };
}

/** One empty list for all primitive elements, because issuing one certificate reads about a hundred of them. */
const NO_CHILDREN: readonly DerElement[] = Object.freeze([]);

/** DER strings are primitive, sequences and sets constructed; tag numbers above 30 are not needed here. */
function assertReadableTag(tag: number, offset: number): void {
  const isUniversal = (tag & 0xc0) === 0;
  const number = tag & 0x1f;
  const isStructure = number === 0x10 || number === 0x11;
  const wrongForm = isUniversal && Boolean(tag & 0x20) !== isStructure;
  if (number === 0x1f || tag === 0 || wrongForm) {
    throw new ProofError(
      'der_tag',
      `tag ${tag.toString(16).padStart(2, '0')} at offset ${offset} is not DER`,
    );
  }
}

function readLength(
  source: Uint8Array,
  offset: number,
  limit: number,
): { length: number; contentStart: number } {
  const first = source[offset];
  if (first === undefined || offset >= limit) throw truncated(offset);
  if (first < 0x80) return { length: first, contentStart: offset + 1 };
  if (first === 0x80) throw new ProofError('der_length', `indefinite length at offset ${offset}`);
  const octets = first & 0x7f;
  if (octets > 4) throw new ProofError('der_length', `length of ${octets} octets at offset ${offset}`);
  if (offset + octets >= limit) throw truncated(offset);
  let length = 0;
  for (let i = 1; i <= octets; i += 1) length = length * 256 + (source[offset + i] ?? 0);
  if (length < 0x80 || length < 256 ** (octets - 1)) {
    throw new ProofError('der_length', `length at offset ${offset} is not in its shortest form`);
  }
  return { length, contentStart: offset + 1 + octets };
}

function readArc(content: Uint8Array, start: number, end: number, element: DerElement): number | bigint {
  if (content[start] === 0x80) throw valueError('object identifier with a padded arc', element);
  if (end - start > 7) {
    let arc = 0n;
    for (let i = start; i < end; i += 1) arc = (arc << 7n) | BigInt((content[i] ?? 0) & 0x7f);
    return arc;
  }
  let arc = 0;
  for (let i = start; i < end; i += 1) arc = arc * 128 + ((content[i] ?? 0) & 0x7f);
  return arc;
}

/** X.690 §8.19.4: the first two arcs share one number, 40·a + b, where b is unbounded if a = 2. */
function firstArcs(joined: number | bigint): string {
  const root = joined < 40 ? 0 : joined < 80 ? 1 : 2;
  const second = typeof joined === 'bigint' ? joined - BigInt(root * 40) : joined - root * 40;
  return `${root}.${second}`;
}

function truncated(offset: number): ProofError {
  return new ProofError('der_truncated', `the element at offset ${offset} runs past its end`);
}

function valueError(what: string, element: DerElement): ProofError {
  return new ProofError('der_value', `${what} at offset ${element.start}`);
}
