/**
 * Reads a blockchain proof strictly: exactly the known elements and attributes, in order, within limits. Does
 * not verify what they prove; see anchor-verify.ts.
 */

import { HASHES } from '../crypto/supported-algorithms.ts';
import { parseUtf8 } from '../encoding/bytes.ts';
import {
  assertEmpty,
  assertNoText,
  COUNT,
  decodeHexText,
  HASH,
  malformed,
  readAttributes,
  readBase64,
  readChildren,
  readCount,
  readHash,
  readHex,
  readPlainHash,
  readXmlTime,
  requireElement,
} from '../encoding/xml-fields.ts';
import { readXml, type XmlElement } from '../encoding/xml-reader.ts';
import { isLong, LEAF_SCHEMES, type LongDigest } from '../log/leaf.ts';
import {
  type Anchor,
  type BlockchainProof,
  type BlockReference,
  CHECKPOINT_FORMAT,
  DIGEST_URIS,
  LONG_PROOF_NAMESPACE,
  type MerklePath,
  type MerkleStep,
  PATH_ALGORITHM,
  PROOF_LIMITS,
  PROOF_NAMESPACE,
  SHA256_URI,
  SHARED_PROOF_NAMESPACE,
} from './blockchain-proof.ts';

export function decodeProofXml(bytes: Uint8Array): BlockchainProof {
  const root = readXml(bytes, { maxBytes: PROOF_LIMITS.bytes, maxDepth: 8, maxElements: 1200 });
  if (root.name !== 'BlockchainProof') throw malformed(`the root element is ${root.name}`);
  const version = VERSIONS.find((known) => known === root.attributes.get('version')) ?? '1';
  const status = readAttributes(root, {
    xmlns: NAMESPACES[version],
    version,
    status: /^(pending|anchored|final)$/,
  });
  const [certificate, document, leaf, checkpoint, ...anchors] = root.children;
  const proof = {
    status: status.status as BlockchainProof['status'],
    certificate: readCertificate(requireElement(certificate, 'Certificate')),
    document: readDocument(requireElement(document, 'Document'), version === '3'),
    ...(version === '2' && { isShared: true as const }),
    leaf: readLeaf(requireElement(leaf, 'Leaf'), version === '3'),
    checkpoint: readCheckpoint(requireElement(checkpoint, 'Checkpoint')),
    anchors: anchors.map((anchor) => readAnchor(requireElement(anchor, 'Anchor'))),
  };
  assertStatus(proof);
  return proof;
}

const VERSIONS = ['1', '2', '3'] as const;
const NAMESPACES = {
  '1': PROOF_NAMESPACE,
  '2': SHARED_PROOF_NAMESPACE,
  '3': LONG_PROOF_NAMESPACE,
} as const;

/** A pending proof has no anchors, the others have some, and a final proof has only final ones. */
function assertStatus({ status, anchors }: BlockchainProof): void {
  if (anchors.length > PROOF_LIMITS.anchors) throw malformed(`there are ${anchors.length} anchors`);
  if ((status === 'pending') !== (anchors.length === 0)) {
    throw malformed(`a proof that is ${status} has ${anchors.length} anchors`);
  }
  if (status === 'final' && anchors.some((anchor) => anchor.status !== 'final')) {
    throw malformed('a final proof has an anchor that is not final');
  }
}

function readCertificate(element: XmlElement): BlockchainProof['certificate'] {
  const { id, issuer } = readAttributes(element, { id: /^[A-Za-z0-9_-]{1,128}$/, issuer: /^[!-~]{1,255}$/ });
  assertEmpty(element);
  return { id, issuer };
}

function readDocument(element: XmlElement, isLongDigest: boolean): BlockchainProof['document'] {
  readAttributes(element, {});
  const [digest, token] = readChildren(element, ['Digest', 'TimeStampToken']);
  const tokenSha256 = readDigest(token);
  if (isLongDigest) return { fileDigest: readLongDigest(digest), tokenSha256 };
  return { fileSha256: readDigest(digest), tokenSha256 };
}

/** A SHA-256 is refused here: proofs over a SHA-256 have another version, and one meaning must have one spelling. */
function readLongDigest(element: XmlElement): LongDigest {
  const stated = element.attributes.get('algorithm');
  const algorithm = LONG_DIGESTS.find((known) => DIGEST_URIS[known] === stated);
  if (algorithm === undefined) throw malformed('the digest of this version is a SHA-384 or SHA-512');
  readAttributes(element, { algorithm: DIGEST_URIS[algorithm] });
  const { bytes } = HASHES[algorithm];
  const value = readHex(element, bytes);
  if (value.length !== bytes) throw malformed(`a ${algorithm} must have ${bytes} bytes, not ${value.length}`);
  return { algorithm, value };
}

const LONG_DIGESTS = ['SHA-384', 'SHA-512'] as const;

function readDigest(element: XmlElement): Uint8Array {
  readAttributes(element, { algorithm: SHA256_URI });
  return readHash(element);
}

function readLeaf(element: XmlElement, isLongDigest: boolean): BlockchainProof['leaf'] {
  const stated = readAttributes(element, { scheme: /^SELLO-LEAF-v[1-9]$/ });
  const scheme = LEAF_SCHEMES.find((known) => known === stated.scheme);
  if (scheme === undefined)
    throw malformed(
      `the leaf has the form ${stated.scheme}, which this verifier does not know: use a newer one`,
    );
  if (isLong(scheme) !== isLongDigest)
    throw malformed(`a leaf of the form ${scheme} does not belong to this version of the proof`);
  const [salt, hash] = readChildren(element, ['Salt', 'Hash']);
  return { scheme, salt: readPlainHash(salt), hash: readPlainHash(hash) };
}

function readCheckpoint(element: XmlElement): BlockchainProof['checkpoint'] {
  readAttributes(element, { format: CHECKPOINT_FORMAT });
  const [path, note] = readChildren(element, ['MerkleProof', 'Note']);
  readAttributes(note, {});
  const text = parseUtf8(readBase64(note, PROOF_LIMITS.noteBytes));
  if (text === undefined) throw malformed('the note is not UTF-8');
  return { path: readPath(path), note: text };
}

function readPath(element: XmlElement): MerklePath {
  const { leafIndex, treeSize } = readAttributes(element, {
    algorithm: PATH_ALGORITHM,
    leafIndex: COUNT,
    treeSize: COUNT,
  });
  const steps = element.children.slice(0, -1);
  if (steps.length > PROOF_LIMITS.steps) throw malformed(`a path has ${steps.length} steps`);
  return {
    leafIndex: readCount(leafIndex),
    treeSize: readCount(treeSize),
    steps: steps.map((step) => readStep(requireElement(step, 'Step'))),
    root: readPlainHash(requireElement(element.children.at(-1), 'Root')),
  };
}

function readStep(element: XmlElement): MerkleStep {
  const { side } = readAttributes(element, { side: /^(left|right)$/ });
  return { side: side as MerkleStep['side'], hash: readHash(element) };
}

function readAnchor(element: XmlElement): Anchor {
  const { network, trust, status, finality, headerRule } = readAttributes(element, {
    network: /^(eip155:[1-9][0-9]{0,31}|bip122:[0-9a-f]{32})$/,
    trust: /^(operator|permissioned|public)$/,
    status: /^(anchored|final)$/,
    finality: /^(finalized|depth:[1-9][0-9]{0,8})$/,
    headerRule: /^(ethereum|bitcoin|none)$/,
  });
  const claims = {
    network,
    trust: trust as Anchor['trust'],
    status: status as Anchor['status'],
    finality,
    path: readPath(requireElement(element.children[0], 'MerkleProof')),
  };
  const isBitcoin = headerRule === 'bitcoin';
  if (network.startsWith('bip122:') !== isBitcoin) throw malformed(`${network} has the rule ${headerRule}`);
  return isBitcoin
    ? { ...claims, ...readOpenTimestampsParts(element) }
    : { ...claims, ...readEthereumParts(element, headerRule) };
}

type EthereumParts = Omit<Extract<Anchor, { kind: 'ethereum' }>, keyof Claims>;
type OpenTimestampsParts = Omit<Extract<Anchor, { kind: 'opentimestamps' }>, keyof Claims>;
type Claims = Pick<Anchor, 'network' | 'trust' | 'status' | 'finality' | 'path'>;

function readEthereumParts(element: XmlElement, headerRule: string): EthereumParts {
  const [, transaction, inclusion, block] = readChildren(element, [
    'MerkleProof',
    'Transaction',
    'Inclusion',
    'Block',
  ]);
  const { header, ...reference } = readBlock(block);
  const type = inclusion.attributes.get('type');
  const expectedType = headerRule === 'ethereum' ? 'mpt' : 'none';
  if (type !== expectedType || (header === undefined) !== (type === 'none')) {
    throw malformed(`inclusion, header and the rule ${headerRule} do not go together`);
  }
  return {
    kind: 'ethereum',
    transaction: readTransaction(transaction),
    block: reference,
    inclusion:
      header === undefined
        ? { type: 'none', reason: readReason(inclusion) }
        : { type: 'mpt', nodes: readNodes(inclusion), header },
  };
}

function readOpenTimestampsParts(element: XmlElement): OpenTimestampsParts {
  const [, ots, block] = readChildren(element, ['MerkleProof', 'OpenTimestamps', 'Block']);
  readAttributes(ots, {});
  const { header, ...reference } = readBlock(block);
  if (header !== undefined && header.length !== 80) throw malformed('a Bitcoin header has 80 bytes');
  return {
    kind: 'opentimestamps',
    ots: readBase64(ots, PROOF_LIMITS.otsBytes),
    block: reference,
    header,
  };
}

function readTransaction(element: XmlElement): EthereumParts['transaction'] {
  const { hash, index } = readAttributes(element, { hash: HASH, index: COUNT });
  const [raw, commitment] = readChildren(element, ['Raw', 'Commitment']);
  readAttributes(raw, {});
  const { offset } = readAttributes(commitment, { offset: COUNT });
  assertEmpty(commitment);
  return {
    hash: decodeHexText(hash),
    index: readCount(index),
    raw: readHex(raw, PROOF_LIMITS.rawBytes),
    commitmentOffset: readCount(offset),
  };
}

function readNodes(element: XmlElement): Uint8Array[] {
  readAttributes(element, { type: 'mpt' });
  const nodes = element.children;
  if (nodes.length < 1 || nodes.length > PROOF_LIMITS.nodes)
    throw malformed(`there are ${nodes.length} nodes`);
  assertNoText(element);
  return nodes.map((node) => {
    readAttributes(requireElement(node, 'Node'), {});
    return readHex(node, PROOF_LIMITS.nodeBytes);
  });
}

function readReason(element: XmlElement): string {
  const { reason } = readAttributes(element, { type: 'none', reason: /^[ -~]{1,500}$/ });
  assertEmpty(element);
  return reason;
}

function readBlock(element: XmlElement): BlockReference & { header: Uint8Array | undefined } {
  const { hash, number, time } = readAttributes(element, {
    hash: HASH,
    number: COUNT,
    time: /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$/,
  });
  const [header, second] = element.children;
  if (second !== undefined) throw malformed('a block has one header');
  assertNoText(element);
  const reference = { hash: decodeHexText(hash), number: readCount(number), timeSeconds: readXmlTime(time) };
  if (header === undefined) return { ...reference, header: undefined };
  readAttributes(requireElement(header, 'Header'), {});
  return { ...reference, header: readHex(header, PROOF_LIMITS.headerBytes) };
}
