/**
 * OpenTimestamps proofs: a digest, a tree of operations on it, and attestations at the leaves. Reads detached
 * `.ots` files and the bare trees that calendars answer with, under the limits of the reference client. Writing
 * and reading back gives the same tree.
 */
import { compareBytes, concatBytes, encodeUtf8, equalBytes, parseUtf8 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';

export type OtsOperation =
  | { name: 'append' | 'prepend'; argument: Uint8Array }
  | { name: 'sha1' | 'ripemd160' | 'sha256' | 'keccak256' | 'reverse' | 'hexlify' };

export type OtsAttestation =
  | { kind: 'pending'; uri: string }
  /** The digest is the Merkle root of that block's header (for Ethereum, its transactionsRoot). */
  | { kind: 'bitcoin' | 'litecoin' | 'ethereum'; height: number }
  | { kind: 'unknown'; tag: Uint8Array; payload: Uint8Array };

export type OtsTree = {
  attestations: readonly OtsAttestation[];
  branches: readonly { operation: OtsOperation; tree: OtsTree }[];
};

/** For the SHA-256 of a file; other digests are not supported. */
export type OtsFile = { digest: Uint8Array; tree: OtsTree };

export const OTS_LIMITS = { bytes: 64 * 1024, depth: 256, parts: 1024, messageBytes: 4096 } as const;

/** Limits for a reader that accepts less than the format allows. */
export type OtsReadLimits = { bytes: number; depth: number; parts: number };

export function decodeOtsFile(bytes: Uint8Array): OtsFile {
  const reader = startReading(bytes);
  if (!equalBytes(take(reader, MAGIC.length), MAGIC)) throw malformed('this is not an OpenTimestamps file');
  const version = takeByte(reader);
  if (version !== 1) throw malformed(`version ${version} is not known`);
  if (takeByte(reader) !== OPERATION_TAGS.sha256) throw malformed('the file was not hashed with SHA-256');
  const digest = take(reader, 32);
  const tree = readTree(reader, 1);
  assertEnd(reader);
  return { digest, tree };
}

/** A calendar's answer to `POST /digest` and `GET /timestamp/<commitment>`. */
export function decodeOtsTree(bytes: Uint8Array, limits: OtsReadLimits = OTS_LIMITS): OtsTree {
  const reader = startReading(bytes, limits);
  const tree = readTree(reader, 1);
  assertEnd(reader);
  return tree;
}

export function encodeOtsFile({ digest, tree }: OtsFile): Uint8Array {
  if (digest.length !== 32) throw new ProofError('invalid_argument', 'a SHA-256 digest must have 32 bytes');
  return concatBytes(MAGIC, Uint8Array.of(1, OPERATION_TAGS.sha256), digest, encodeOtsTree(tree));
}

/** Writes the parts in the order of the reference client, so that equal trees have equal bytes. */
export function encodeOtsTree({ attestations, branches }: OtsTree): Uint8Array {
  const parts = [
    ...attestations.toSorted(compareAttestations).map(encodeAttestation),
    ...branches
      .toSorted((a, b) => compareOperations(a.operation, b.operation))
      .map(({ operation, tree }) => concatBytes(encodeOperation(operation), encodeOtsTree(tree))),
  ];
  const last = parts.pop();
  if (last === undefined) {
    throw new ProofError('invalid_argument', 'a branch without attestation proves nothing');
  }
  return concatBytes(...parts.flatMap((part) => [Uint8Array.of(FORK), part]), last);
}

export function compareOperations(a: OtsOperation, b: OtsOperation): number {
  const byTag = OPERATION_TAGS[a.name] - OPERATION_TAGS[b.name];
  return byTag !== 0 || !('argument' in a) || !('argument' in b)
    ? byTag
    : compareBytes(a.argument, b.argument);
}

export function compareAttestations(a: OtsAttestation, b: OtsAttestation): number {
  const byTag = compareBytes(tagOf(a), tagOf(b));
  if (byTag !== 0) return byTag;
  if (a.kind === 'pending' && b.kind === 'pending') return compareBytes(encodeUtf8(a.uri), encodeUtf8(b.uri));
  if (a.kind === 'unknown' && b.kind === 'unknown') return compareBytes(a.payload, b.payload);
  return 'height' in a && 'height' in b ? a.height - b.height : 0;
}

function tagOf(attestation: OtsAttestation): Uint8Array {
  return attestation.kind === 'unknown' ? attestation.tag : ATTESTATION_TAGS[attestation.kind];
}

const MAGIC = concatBytes(
  encodeUtf8('\0OpenTimestamps\0\0Proof\0'),
  Uint8Array.of(0xbf, 0x89, 0xe2, 0xe8, 0x84, 0xe8, 0x92, 0x94),
);
const FORK = 0xff;
const ATTESTATION = 0x00;
const OPERATION_TAGS = {
  sha1: 0x02,
  ripemd160: 0x03,
  sha256: 0x08,
  keccak256: 0x67,
  append: 0xf0,
  prepend: 0xf1,
  reverse: 0xf2,
  hexlify: 0xf3,
} as const;
const OPERATION_NAMES = new Map(
  Object.entries(OPERATION_TAGS).map(([name, tag]) => [tag as number, name as OtsOperation['name']]),
);
const ATTESTATION_TAGS = {
  pending: Uint8Array.of(0x83, 0xdf, 0xe3, 0x0d, 0x2e, 0xf9, 0x0c, 0x8e),
  bitcoin: Uint8Array.of(0x05, 0x88, 0x96, 0x0d, 0x73, 0xd7, 0x19, 0x01),
  litecoin: Uint8Array.of(0x06, 0x86, 0x9a, 0x0d, 0x73, 0xd7, 0x1b, 0x45),
  ethereum: Uint8Array.of(0x30, 0xfe, 0x80, 0x87, 0xb5, 0xc7, 0xea, 0xd7),
} as const;
const MAX_PAYLOAD_BYTES = 8192;
const MAX_URI_BYTES = 1000;

type Reader = { bytes: Uint8Array; offset: number; parts: number; limits: OtsReadLimits };

function startReading(bytes: Uint8Array, limits: OtsReadLimits = OTS_LIMITS): Reader {
  if (bytes.length > limits.bytes) throw malformed(`more than ${limits.bytes} bytes`);
  return { bytes, offset: 0, parts: 0, limits };
}

/** The octet ff precedes every part of a node except the last. */
function readTree(reader: Reader, depth: number): OtsTree {
  if (depth > reader.limits.depth) throw malformed('operations are nested too deep');
  const attestations: OtsAttestation[] = [];
  const branches: { operation: OtsOperation; tree: OtsTree }[] = [];
  for (let isLast = false; !isLast; ) {
    reader.parts += 1;
    if (reader.parts > reader.limits.parts) throw malformed('there are too many operations and attestations');
    let tag = takeByte(reader);
    isLast = tag !== FORK;
    if (!isLast) tag = takeByte(reader);
    if (tag === ATTESTATION) attestations.push(readAttestation(reader));
    else branches.push({ operation: readOperation(reader, tag), tree: readTree(reader, depth + 1) });
  }
  return { attestations, branches };
}

function readOperation(reader: Reader, tag: number): OtsOperation {
  const name = OPERATION_NAMES.get(tag);
  if (name === undefined) throw malformed(`the operation ${tag.toString(16)} is not known`);
  if (name !== 'append' && name !== 'prepend') return { name };
  const argument = takeVariable(reader, OTS_LIMITS.messageBytes);
  if (argument.length === 0) throw malformed(`${name} has nothing to add`);
  return { name, argument };
}

function readAttestation(reader: Reader): OtsAttestation {
  const tag = take(reader, 8);
  const payload = takeVariable(reader, MAX_PAYLOAD_BYTES);
  const inner = startReading(payload);
  if (equalBytes(tag, ATTESTATION_TAGS.pending)) {
    const uri = parseUtf8(takeVariable(inner, MAX_URI_BYTES));
    assertEnd(inner);
    if (uri === undefined || !isCalendarUri(uri))
      throw malformed('the address of a calendar has characters that are not allowed');
    return { kind: 'pending', uri };
  }
  for (const kind of ['bitcoin', 'litecoin', 'ethereum'] as const) {
    if (!equalBytes(tag, ATTESTATION_TAGS[kind])) continue;
    const height = takeNumber(inner);
    assertEnd(inner);
    return { kind, height };
  }
  return { kind: 'unknown', tag, payload };
}

/**
 * The address may come from an attacker's file, so it may hold no query, credentials or escapes: it must not choose
 * what our request asks for.
 */
function isCalendarUri(uri: string): boolean {
  return /^[A-Za-z0-9\-._/:]*$/.test(uri);
}

function takeByte(reader: Reader): number {
  return take(reader, 1)[0] ?? 0;
}

function take(reader: Reader, count: number): Uint8Array {
  const end = reader.offset + count;
  if (end > reader.bytes.length) throw malformed('the file is cut short');
  const bytes = reader.bytes.subarray(reader.offset, end);
  reader.offset = end;
  return bytes;
}

function takeVariable(reader: Reader, maxBytes: number): Uint8Array {
  const count = takeNumber(reader);
  if (count > maxBytes) throw malformed(`a part of ${count} bytes is too long`);
  return take(reader, count);
}

/** Little-endian groups of seven bits, in the shortest form. */
function takeNumber(reader: Reader): number {
  let value = 0;
  for (let scale = 1; scale <= 2 ** 42; scale *= 128) {
    const byte = takeByte(reader);
    value += (byte & 0x7f) * scale;
    if (byte >= 0x80) continue;
    if (byte === 0 && scale > 1) throw malformed('a number is not in its shortest form');
    return value;
  }
  throw malformed('a number is too large');
}

function assertEnd({ bytes, offset }: Reader): void {
  if (offset !== bytes.length) throw malformed(`${bytes.length - offset} bytes are left over`);
}

function encodeOperation(operation: OtsOperation): Uint8Array {
  const tag = Uint8Array.of(OPERATION_TAGS[operation.name]);
  return 'argument' in operation ? concatBytes(tag, encodeVariable(operation.argument)) : tag;
}

function encodeAttestation(attestation: OtsAttestation): Uint8Array {
  const payload = encodePayload(attestation);
  return concatBytes(Uint8Array.of(ATTESTATION), tagOf(attestation), encodeVariable(payload));
}

function encodePayload(attestation: OtsAttestation): Uint8Array {
  if (attestation.kind === 'unknown') return attestation.payload;
  if (attestation.kind === 'pending') return encodeVariable(encodeUtf8(attestation.uri));
  return encodeOtsNumber(attestation.height);
}

export function encodeVariable(bytes: Uint8Array): Uint8Array {
  return concatBytes(encodeOtsNumber(bytes.length), bytes);
}

export function encodeOtsNumber(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Uint8Array.from([...bytes, rest]);
}

function malformed(message: string): ProofError {
  return new ProofError('ots_malformed', message);
}
