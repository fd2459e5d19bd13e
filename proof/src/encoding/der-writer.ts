/** Writes DER. Every function returns one complete element. */

import { ProofError } from '../proof-error.ts';
import { compareBytes, concatBytes, encodeUtf8, parseHex } from './bytes.ts';
import { contextTag, TAG } from './der.ts';
import { isoText } from './iso-text.ts';

/** Any element from its tag octet and the parts of its content. */
export function derElement(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of content) length += part.length;
  const lengthOctets =
    length < 0x80 ? 0 : length < 0x100 ? 1 : length < 0x10000 ? 2 : length < 0x1000000 ? 3 : 4;
  const element = new Uint8Array(2 + lengthOctets + length);
  element[0] = tag;
  element[1] = lengthOctets === 0 ? length : 0x80 | lengthOctets;
  for (let octet = 0; octet < lengthOctets; octet += 1)
    element[2 + octet] = length >>> (8 * (lengthOctets - 1 - octet));
  let offset = 2 + lengthOctets;
  for (const part of content) {
    element.set(part, offset);
    offset += part.length;
  }
  return element;
}

export function derSequence(...elements: readonly Uint8Array[]): Uint8Array {
  return derElement(TAG.sequence, ...elements);
}

/** A SET OF, sorted as DER requires (X.690 §11.6). */
export function derSetOf(...elements: readonly Uint8Array[]): Uint8Array {
  return derElement(TAG.set, ...[...elements].sort(compareBytes));
}

/** `Uint8Array` values are unsigned and big-endian. */
export function derInteger(value: number | bigint | Uint8Array): Uint8Array {
  return derElement(
    TAG.integer,
    value instanceof Uint8Array ? unsignedOctets(value) : signedOctets(BigInt(value)),
  );
}

export function derEnumerated(value: number): Uint8Array {
  return derElement(TAG.enumerated, signedOctets(BigInt(value)));
}

/** Do not modify the result: repeated identifiers, such as a client's policy, share the same bytes. */
export function derOid(dotted: string): Uint8Array {
  let element = recentOids.get(dotted);
  if (element === undefined) {
    element = encodeOid(dotted);
    if (recentOids.size >= MAX_RECENT_OIDS) recentOids.clear();
    recentOids.set(dotted, element);
  }
  return element;
}

const recentOids = new Map<string, Uint8Array>();
const MAX_RECENT_OIDS = 64;

function encodeOid(dotted: string): Uint8Array {
  if (!/^[0-2](\.(0|[1-9][0-9]{0,77}))+$/.test(dotted)) {
    throw new ProofError('invalid_argument', `"${dotted}" is not an object identifier`);
  }
  const [root = 0n, second = 0n, ...rest] = dotted.split('.').map(BigInt);
  if (root < 2n && second >= 40n) throw new ProofError('invalid_argument', `"${dotted}" has no encoding`);
  return derElement(TAG.oid, Uint8Array.from([root * 40n + second, ...rest].flatMap(arcOctets)));
}

export function derOctetString(...content: readonly Uint8Array[]): Uint8Array {
  return derElement(TAG.octetString, ...content);
}

export function derBitString(bytes: Uint8Array, unusedBits = 0): Uint8Array {
  return derElement(TAG.bitString, Uint8Array.of(unusedBits), bytes);
}

/**
 * A BIT STRING in which the bits with these numbers are set, without trailing zeros, as DER requires for named bits
 * (X.690 §11.2.2).
 */
export function derNamedBits(...bits: readonly number[]): Uint8Array {
  if (bits.length === 0) return derBitString(new Uint8Array(0));
  const highest = Math.max(...bits);
  const bytes = new Uint8Array((highest >> 3) + 1);
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return derBitString(bytes, 7 - (highest & 7));
}

export function derNull(): Uint8Array {
  return Uint8Array.of(TAG.null, 0);
}

export function derBoolean(value: boolean): Uint8Array {
  return Uint8Array.of(TAG.boolean, 1, value ? 0xff : 0);
}

export function derUtf8String(text: string): Uint8Array {
  return derElement(TAG.utf8String, encodeUtf8(text));
}

export function derPrintableString(text: string): Uint8Array {
  if (!/^[A-Za-z0-9 '()+,\-./:=?]*$/.test(text)) {
    throw new ProofError('invalid_argument', `"${text}" has characters outside PrintableString`);
  }
  return derElement(TAG.printableString, encodeUtf8(text));
}

/** To the millisecond, without trailing zeros in the fraction (RFC 3161 §2.4.2). */
export function derGeneralizedTime(at: Date): Uint8Array {
  const text = writableText(at);
  const digits = text.slice(20, 23).replace(/(?<!0)0+$/, '');
  const fraction = digits === '' ? '' : `.${digits}`;
  return derAscii(TAG.generalizedTime, `${text.slice(0, 4)}${monthToSecond(text)}${fraction}Z`);
}

/** To the second; two-digit years mean 1950 to 2049 (RFC 5280 §4.1.2.5.1). */
export function derUtcTime(at: Date): Uint8Array {
  const year = at.getUTCFullYear();
  if (!(year >= 1950 && year <= 2049))
    throw new ProofError('invalid_argument', `UTCTime cannot express the year ${year}`);
  const text = writableText(at);
  return derAscii(TAG.utcTime, `${text.slice(2, 4)}${monthToSecond(text)}Z`);
}

/** A short ASCII text; calling the encoder for it would cost more than the rest. */
function derAscii(tag: number, text: string): Uint8Array {
  const element = new Uint8Array(2 + text.length);
  element[0] = tag;
  element[1] = text.length;
  for (let i = 0; i < text.length; i += 1) element[2 + i] = text.charCodeAt(i);
  return element;
}

/** `2026-03-01T12:30:59.000Z` → `0301123059`. */
function monthToSecond(iso: string): string {
  return `${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}`;
}

export function derExplicit(number: number, element: Uint8Array): Uint8Array {
  return derElement(contextTag(number, 'constructed'), element);
}

/** Replaces the tag of `element` and keeps its constructed bit. */
export function derImplicit(number: number, element: Uint8Array): Uint8Array {
  const tagged = new Uint8Array(element);
  const form = ((element[0] ?? 0) & 0x20) === 0 ? 'primitive' : 'constructed';
  tagged[0] = contextTag(number, form);
  return tagged;
}

function writableText(at: Date): string {
  const year = at.getUTCFullYear();
  if (!(year >= 0 && year <= 9999))
    throw new ProofError('invalid_argument', 'the time cannot be written as DER');
  return isoText(at);
}

function unsignedOctets(bytes: Uint8Array): Uint8Array {
  let first = 0;
  while (first < bytes.length - 1 && bytes[first] === 0) first += 1;
  const trimmed = bytes.subarray(first);
  const needsZero = trimmed.length === 0 || (trimmed[0] ?? 0) >= 0x80;
  return needsZero ? concatBytes(Uint8Array.of(0), trimmed) : trimmed;
}

function signedOctets(value: bigint): Uint8Array {
  let octets = 1;
  while (BigInt.asIntN(octets * 8, value) !== value) octets += 1;
  const hex = BigInt.asUintN(octets * 8, value).toString(16);
  return parseHex(hex.padStart(octets * 2, '0')) ?? new Uint8Array(1);
}

function arcOctets(arc: bigint): number[] {
  const octets = [Number(arc & 0x7fn)];
  for (let rest = arc >> 7n; rest > 0n; rest >>= 7n) octets.unshift(Number(rest & 0x7fn) | 0x80);
  return octets;
}
