/**
 * Reads an evidence record (RFC 4998 §3): one time stamp over a tree of many hashes, renewed by further stamps. A chain
 * is a sequence of stamps that use one hash algorithm, each covering the one before. A new chain begins when the hash
 * algorithm is renewed. Nothing is verified here; see verify-record.ts.
 */

import { parseStrongHash, readAlgorithmIdentifier, type StrongHash } from '../crypto/algorithms.ts';
import { rewriteAsDer } from '../encoding/ber.ts';
import { equalBytes } from '../encoding/bytes.ts';
import {
  childrenOf,
  contentOf,
  contextTag,
  type DerElement,
  DerFields,
  encodingOf,
  peekElement,
  readDer,
  readOctetString,
  readSmallInteger,
  TAG,
} from '../encoding/der.ts';
import { derSequence } from '../encoding/der-writer.ts';
import { ProofError } from '../proof-error.ts';
import { decodeTimestampResponse, type TimestampToken } from '../timestamps/timestamp.ts';

/** The lists of hashes that lead from an object to the stamped hash (RFC 4998 §4.1). */
export type ReducedTree = readonly (readonly Uint8Array[])[];

export type ArchiveTimestamp = {
  /** Undefined for a weak or unknown hash algorithm. */
  hash: StrongHash | undefined;
  hashOid: string;
  /** Undefined if the stamp is over one hash alone. */
  reducedTree: ReducedTree | undefined;
  token: TimestampToken;
  /** The token's bytes in the record, which may be BER. */
  storedToken: Uint8Array;
  /** The token as DER. A renewal covers this form, whichever program makes the renewal. */
  tokenDer: Uint8Array;
  /** The whole structure as DER. */
  der: Uint8Array;
};

export type ArchiveTimestampChain = {
  /** At least one, the oldest first. */
  stamps: readonly ArchiveTimestamp[];
  /** The encoded stamps as they stand in the record, without the header around them. */
  storedStamps: Uint8Array;
};

export type EvidenceRecord = {
  digestOids: readonly string[];
  /**
   * `digestsDer` is the encoded list of digests; `optionsDer` is what stands between that list and the chains (RFC 4998
   * §3.1). Both are as they are in the record.
   */
  digestsDer: Uint8Array;
  optionsDer: Uint8Array;
  /** At least one, the oldest first. */
  chains: readonly ArchiveTimestampChain[];
  /** The encoded chains as they stand in the record, without the header around them. */
  storedChains: Uint8Array;
};

/** Limits against records made to exhaust a verifier. */
export const MAX_RECORD_BYTES = 4 << 20;
const MAX_CHAINS = 32;
const MAX_STAMPS = 256;
/**
 * The most hashes in one reduced tree. JavaScript engines pass no more than some tens of thousands of arguments to a
 * function.
 */
const MAX_HASHES = 20_000;

/** Throws a `ProofError` unless the bytes are one record in DER. Only the tokens in it may be BER. */
export function decodeEvidenceRecord(bytes: Uint8Array): EvidenceRecord {
  if (bytes.length > MAX_RECORD_BYTES) {
    throw new ProofError('der_too_large', `${bytes.length} bytes; at most ${MAX_RECORD_BYTES} are read`);
  }
  const source = new Uint8Array(bytes);
  const whole = peekElement(source, 0, source.length);
  if (whole.end !== source.length) {
    throw new ProofError('der_trailing_bytes', `${source.length - whole.end} bytes follow the record`);
  }
  const fields = new DerFields(opened(whole));
  const version = readSmallInteger(fields.take(TAG.integer));
  if (version !== 1) throw malformed(`an evidence record of version ${version}`);
  const digests = fields.take(TAG.sequence);
  const options = [0, 1].flatMap((number) => fields.takeOptional(contextTag(number, 'constructed')) ?? []);
  const sequence = fields.take(TAG.sequence);
  fields.end();
  for (const option of options) readDer(encodingOf(option), { maxBytes: MAX_RECORD_BYTES });
  const chains = readChains(sequence);
  return {
    digestOids: childrenOf(readDer(encodingOf(digests))).map((one) => readDigestIdentifier(one)),
    digestsDer: encodingOf(digests),
    optionsDer: source.subarray(digests.end, sequence.start),
    chains,
    storedChains: contentOf(sequence),
  };
}

/** The element with its direct members. The content of the members is not read. */
function opened(element: DerElement): DerElement {
  const children: DerElement[] = [];
  for (let next = element.contentStart; next < element.end; ) {
    const child = peekElement(element.source, next, element.end);
    children.push(child);
    if (children.length > MAX_STAMPS) throw malformed(`more than ${MAX_STAMPS} members in one list`);
    next = child.end;
  }
  return { ...element, children };
}

function readChains(sequence: DerElement): ArchiveTimestampChain[] {
  const chains = childrenOf(opened(sequence)).map((chain) => {
    const stamps = childrenOf(opened(chain)).map(readArchiveTimestamp);
    if (stamps.length === 0) throw malformed('a chain has no time stamp');
    return { stamps, storedStamps: contentOf(chain) };
  });
  if (chains.length === 0) throw malformed('the record has no chain');
  if (chains.length > MAX_CHAINS) throw malformed(`the record has ${chains.length} chains`);
  const stamps = chains.reduce((sum, chain) => sum + chain.stamps.length, 0);
  if (stamps > MAX_STAMPS) throw malformed(`the record has ${stamps} time stamps`);
  return chains;
}

function readArchiveTimestamp(element: DerElement): ArchiveTimestamp {
  if (element.tag !== TAG.sequence) throw malformed(`no time stamp at offset ${element.start}`);
  const { source, contentStart, end } = element;
  let next = contentStart;
  const optional = (number: number): DerElement | undefined => {
    if (source[next] !== contextTag(number, 'constructed') || next >= end) return undefined;
    const field = peekElement(source, next, end);
    next = field.end;
    // The field is read on its own, so that offsets in messages count from the field, and its content must be strict
    // DER.
    return readDer(encodingOf(field), { maxBytes: MAX_RECORD_BYTES, maxElements: MAX_HASHES });
  };
  const identifier = optional(0);
  optional(1);
  const tree = optional(2);
  const tokenStart = next;
  const { der: tokenDer, end: tokenEnd } = rewriteAsDer(source, tokenStart, end);
  if (tokenEnd !== end) throw malformed(`unexpected field at offset ${tokenEnd}`);
  const storedToken = source.subarray(tokenStart, end);
  const token = readToken(storedToken, tokenDer);
  const hashOid =
    identifier === undefined
      ? token.info.imprint.algorithmOid
      : readDigestIdentifier(identifier, contextTag(0, 'constructed'));
  return {
    hash: parseStrongHash(hashOid),
    hashOid,
    reducedTree: tree && readReducedTree(tree),
    token,
    storedToken,
    tokenDer,
    der: derSequence(source.subarray(contentStart, tokenStart), tokenDer),
  };
}

/**
 * Reads the token as it is stored, if that is strict DER. Rewriting it would sort its sets, and a certificate's
 * signature may not survive that.
 */
function readToken(stored: Uint8Array, der: Uint8Array): TimestampToken {
  const { status, token } = decodeTimestampResponse(isStrictDer(stored) ? stored : der);
  if (token === undefined || status !== undefined) throw malformed('a response stands where a token belongs');
  return token;
}

function isStrictDer(bytes: Uint8Array): boolean {
  try {
    readDer(bytes);
    return true;
  } catch (error) {
    if (error instanceof ProofError) return false;
    throw error;
  }
}

/** The parameters must be absent or NULL (RFC 5754 §2), because any others could give the digest another meaning. */
function readDigestIdentifier(element: DerElement, tag: number = TAG.sequence): string {
  const { oid, parametersDer } = readAlgorithmIdentifier(element, tag);
  if (parametersDer !== undefined && !equalBytes(parametersDer, NULL)) {
    throw malformed(`the digest ${oid} has parameters`);
  }
  return oid;
}

const NULL = Uint8Array.of(TAG.null, 0);

function readReducedTree(element: DerElement): ReducedTree {
  const lists = element.children.map((list) => {
    const hashes = childrenOf(list).map((hash) => readOctetString(hash));
    if (hashes.length === 0) throw malformed('a list of the reduced tree is empty');
    return hashes;
  });
  if (lists.length === 0) throw malformed('the reduced tree is empty');
  return lists;
}

function malformed(what: string): ProofError {
  return new ProofError('record_malformed', what);
}
