/**
 * Makes evidence records and renews them (RFC 4998 §4.2, §5.2). Each step has two halves, because an outside authority
 * makes the stamp between them. First, the hashes that the stamp must cover go into a tree with those of other records
 * (`buildHashTree`), and its root is stamped. Then the token is put into the record, with the part of the tree that
 * leads to it.
 */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { concatBytes, equalBytes } from '../encoding/bytes.ts';
import { contentOf, encodingOf, readDer, TAG } from '../encoding/der.ts';
import { derElement, derImplicit, derInteger, derOctetString, derSequence } from '../encoding/der-writer.ts';
import { ProofError } from '../proof-error.ts';
import { decodeTimestampResponse, type TimestampToken } from '../timestamps/timestamp.ts';
import type { DigestParameters } from '../timestamps/timestamp-request.ts';
import type {
  ArchiveTimestamp,
  ArchiveTimestampChain,
  EvidenceRecord,
  ReducedTree,
} from './evidence-record.ts';
import { hashOfPast } from './hash-of-past.ts';
import { foldReducedTree } from './hash-tree.ts';

/**
 * A stamp over a tree: the provider's response or token, and the part of the tree that leads to its hash
 * (`HashTree.reducedFor`).
 */
export type TreeStamp = { tsr: Uint8Array; hash: StrongHash; reducedTree: ReducedTree };

/** Makes the first record of an object or a group of objects. Their hashes are the first list of the reduced tree. */
export async function createRecord(engine: CryptoEngine, stamp: TreeStamp): Promise<Uint8Array> {
  const made = await encodeArchiveTimestamp(engine, stamp, undefined);
  return encodeRecord(derSequence(made.identifier), NOTHING, derSequence(derSequence(made.der)));
}

/**
 * What a new stamp must cover to renew the last stamp: the hashes of all tokens of the last chain. RFC 4998 §5.2
 * demands only the last token, but Bouncy Castle demands all. `digestParameters` is how the request must write the
 * digest's identifier, again for Bouncy Castle: it treats SHA-256 with NULL parameters and SHA-256 without them as two
 * different digests.
 */
export async function stampRenewalHashes(
  engine: CryptoEngine,
  record: EvidenceRecord,
): Promise<{ hash: StrongHash; hashes: Uint8Array[]; digestParameters: DigestParameters }> {
  const chain = lastChain(record);
  const hash = hashOfChain(chain);
  const hashes: Uint8Array[] = [];
  for (const { tokenDer } of chain.stamps) hashes.push(await engine.digest(hash, tokenDer));
  return { hash, hashes, digestParameters: digestParametersOf(chain) };
}

/** Adds a further stamp to the record's last chain. It must be made while the key of the former stamp is still good. */
export async function renewStamp(
  engine: CryptoEngine,
  record: EvidenceRecord,
  stamp: TreeStamp,
): Promise<Uint8Array> {
  const chain = lastChain(record);
  if (hashOfChain(chain) !== stamp.hash) {
    throw new ProofError('invalid_argument', `a stamp by ${stamp.hash} cannot stand in this chain`);
  }
  const made = await encodeArchiveTimestamp(engine, stamp, lastStamp(record));
  const lastLength = derSequence(chain.storedStamps).length;
  const earlier = record.storedChains.subarray(0, record.storedChains.length - lastLength);
  const renewed = derSequence(concatBytes(chain.storedStamps, made.der));
  return encodeRecord(record.digestsDer, record.optionsDer, derSequence(earlier, renewed));
}

/**
 * What a stamp must cover to renew the hash algorithm: for each object its new digest, bound to all earlier chains.
 * `digests` are the digests, under the new algorithm, of the object or of all objects of its group.
 */
export async function hashRenewalHashes(
  engine: CryptoEngine,
  record: EvidenceRecord,
  hash: StrongHash,
  digests: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const past = await hashOfPast(engine, hash, record.chains);
  const hashes: Uint8Array[] = [];
  for (const digest of digests) hashes.push(await engine.digest(hash, concatBytes(digest, past)));
  return hashes;
}

/** Adds a further chain to the record. It must be made before the hash algorithm of the former chain is broken. */
export async function renewHash(
  engine: CryptoEngine,
  record: EvidenceRecord,
  stamp: TreeStamp,
): Promise<Uint8Array> {
  const made = await encodeArchiveTimestamp(engine, stamp, lastStamp(record));
  const isListed = record.digestOids.includes(made.token.info.imprint.algorithmOid);
  const digests = isListed
    ? record.digestsDer
    : derSequence(contentOf(readDer(record.digestsDer)), made.identifier);
  const chains = derSequence(record.storedChains, derSequence(made.der));
  return encodeRecord(digests, record.optionsDer, chains);
}

type Encoded = { der: Uint8Array; token: TimestampToken; identifier: Uint8Array };

async function encodeArchiveTimestamp(
  engine: CryptoEngine,
  { tsr, hash, reducedTree }: TreeStamp,
  former: ArchiveTimestamp | undefined,
): Promise<Encoded> {
  const { token } = decodeTimestampResponse(tsr);
  if (token === undefined) throw new ProofError('invalid_argument', 'the response holds no time stamp');
  const { imprint, genTime, genTimeText } = token.info;
  if (imprint.algorithm !== hash) {
    throw new ProofError('invalid_argument', `the time stamp is by ${imprint.algorithmOid}, not ${hash}`);
  }
  if (!equalBytes(await foldReducedTree(engine, hash, reducedTree), imprint.digest)) {
    throw new ProofError('invalid_argument', 'the time stamp is over another tree');
  }
  if (former !== undefined && genTime < former.token.info.genTime) {
    const because = `the time stamp of ${genTimeText} is older than the one that it renews`;
    throw new ProofError('invalid_argument', because);
  }
  const identifier = imprintIdentifier(token);
  const [first, second] = reducedTree;
  // A tree of one hash is left out, because the token already states that hash.
  const isAlone = first?.length === 1 && second === undefined;
  const head = isAlone ? [] : [derImplicit(0, identifier), derImplicit(2, encodeTree(reducedTree))];
  return { der: derSequence(...head, token.der), token, identifier };
}

/** The digest's identifier, byte for byte as the token has it. */
function imprintIdentifier(token: TimestampToken): Uint8Array {
  const imprint = readDer(token.infoDer).children[2];
  const identifier = imprint?.children[0];
  if (identifier === undefined) throw new ProofError('timestamp_malformed', 'the time stamp has no imprint');
  return encodingOf(identifier);
}

function digestParametersOf({ stamps: [first] }: ArchiveTimestampChain): DigestParameters {
  const identifier = first && readDer(imprintIdentifier(first.token));
  return identifier?.children.length === 1 ? 'absent' : 'null';
}

function encodeTree(tree: ReducedTree): Uint8Array {
  return derSequence(...tree.map((list) => derSequence(...list.map((hash) => derOctetString(hash)))));
}

const NOTHING = new Uint8Array(0);
const VERSION_1 = derInteger(1);

function encodeRecord(digests: Uint8Array, options: Uint8Array, chains: Uint8Array): Uint8Array {
  return derElement(TAG.sequence, VERSION_1, digests, options, chains);
}

function lastChain({ chains }: EvidenceRecord): ArchiveTimestampChain {
  const last = chains[chains.length - 1];
  if (last === undefined) throw new ProofError('invalid_argument', 'the record has no chain');
  return last;
}

function lastStamp(record: EvidenceRecord): ArchiveTimestamp | undefined {
  const { stamps } = lastChain(record);
  return stamps[stamps.length - 1];
}

/** The hash algorithm of the last chain. A stamp by another algorithm begins a new chain. */
export function lastHashOf(record: EvidenceRecord): StrongHash {
  return hashOfChain(lastChain(record));
}

function hashOfChain({ stamps }: ArchiveTimestampChain): StrongHash {
  const hash = stamps[0]?.hash;
  if (hash === undefined)
    throw new ProofError('unsupported_algorithm', 'the hash of the chain is weak or unknown');
  return hash;
}
