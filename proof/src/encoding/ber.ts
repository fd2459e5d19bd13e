/**
 * Rewrites BER (X.690 §8) as DER. Signed messages may be BER (RFC 5652 §1), and some authorities send theirs with
 * indefinite lengths. A program that hashes such a message needs an encoding that is the same in every program, which
 * is DER.
 */

import { ProofError } from '../proof-error.ts';
import { compareBytes, concatBytes } from './bytes.ts';
import { TAG } from './der.ts';
import { derElement } from './der-writer.ts';

type BerLimits = { maxDepth: number; maxElements: number };

const DEFAULT_LIMITS: BerLimits = { maxDepth: 32, maxElements: 20_000 };
const CONSTRUCTED = 0x20;
const CONSTRUCTED_OCTET_STRING = TAG.octetString | CONSTRUCTED;

/** `end` is where the element ends in the source. */
type Rewritten = { der: Uint8Array; end: number };

/**
 * Rewrites the element at `start`. Lengths become definite and minimal, an octet string in pieces becomes one, and the
 * members of a SET are sorted. A set under an implicit tag cannot be distinguished from a sequence, so its members keep
 * their order.
 */
export function rewriteAsDer(
  source: Uint8Array,
  start = 0,
  limit: number = source.length,
  limits: BerLimits = DEFAULT_LIMITS,
): Rewritten {
  return rewrite({ source, maxDepth: limits.maxDepth, elementsLeft: limits.maxElements }, start, limit, 1);
}

type Walk = { readonly source: Uint8Array; readonly maxDepth: number; elementsLeft: number };

function rewrite(walk: Walk, start: number, limit: number, depth: number): Rewritten {
  if (depth > walk.maxDepth)
    throw new ProofError('der_too_deep', `nested deeper than ${walk.maxDepth} levels`);
  walk.elementsLeft -= 1;
  if (walk.elementsLeft < 0) throw new ProofError('der_too_large', 'too many elements');
  const { source } = walk;
  const tag = source[start];
  if (tag === undefined || start >= limit) throw truncated(start);
  if (tag === 0 || (tag & 0x1f) === 0x1f) throw unreadableTag(tag, start);
  const { length, contentStart } = readAnyLength(source, start + 1, limit);
  const isConstructed = (tag & CONSTRUCTED) !== 0;
  if (!isConstructed) {
    if (length === undefined)
      throw new ProofError('der_length', `a value of indefinite length at offset ${start}`);
    const end = contentStart + length;
    if (end > limit) throw truncated(start);
    return { der: derElement(tag, source.subarray(contentStart, end)), end };
  }
  const { members, end } = rewriteMembers(walk, contentStart, length, limit, depth);
  return { der: joined(tag, members, start), end };
}

function rewriteMembers(
  walk: Walk,
  contentStart: number,
  length: number | undefined,
  limit: number,
  depth: number,
): { members: Uint8Array[]; end: number } {
  const contentEnd = length === undefined ? limit : contentStart + length;
  if (contentEnd > limit) throw truncated(contentStart);
  const members: Uint8Array[] = [];
  let next = contentStart;
  for (;;) {
    if (length === undefined ? isEndOfContents(walk.source, next, limit) : next === contentEnd) break;
    const member = rewrite(walk, next, contentEnd, depth + 1);
    members.push(member.der);
    next = member.end;
  }
  return { members, end: length === undefined ? next + 2 : next };
}

function isEndOfContents(source: Uint8Array, offset: number, limit: number): boolean {
  return offset + 2 <= limit && source[offset] === 0 && source[offset + 1] === 0;
}

function joined(tag: number, members: readonly Uint8Array[], start: number): Uint8Array {
  if (tag === TAG.set) return derElement(tag, ...[...members].sort(compareBytes));
  if (tag === CONSTRUCTED_OCTET_STRING) {
    const stray = members.find((member) => member[0] !== TAG.octetString);
    if (stray !== undefined) throw unreadableTag(stray[0] ?? 0, start);
    return derElement(TAG.octetString, concatBytes(...members.map(contentOfWritten)));
  }
  const isUniversal = (tag & 0xc0) === 0;
  if (isUniversal && tag !== TAG.sequence) throw unreadableTag(tag, start);
  return derElement(tag, ...members);
}

/** The content of an element that was just written here, so its length is known to be in the shortest form. */
function contentOfWritten(element: Uint8Array): Uint8Array {
  const first = element[1] ?? 0;
  return element.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f));
}

/** `length` is undefined for an indefinite length. */
function readAnyLength(
  source: Uint8Array,
  offset: number,
  limit: number,
): { length: number | undefined; contentStart: number } {
  const first = source[offset];
  if (first === undefined || offset >= limit) throw truncated(offset);
  if (first < 0x80) return { length: first, contentStart: offset + 1 };
  if (first === 0x80) return { length: undefined, contentStart: offset + 1 };
  const octets = first & 0x7f;
  if (octets > 4) throw new ProofError('der_length', `length of ${octets} octets at offset ${offset}`);
  if (offset + octets >= limit) throw truncated(offset);
  let length = 0;
  for (let i = 1; i <= octets; i += 1) length = length * 256 + (source[offset + i] ?? 0);
  return { length, contentStart: offset + 1 + octets };
}

function unreadableTag(tag: number, offset: number): ProofError {
  return new ProofError('der_tag', `tag ${tag.toString(16).padStart(2, '0')} at offset ${offset} is not BER`);
}

function truncated(offset: number): ProofError {
  return new ProofError('der_truncated', `the element at offset ${offset} runs past its end`);
}
