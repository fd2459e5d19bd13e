/** The content of a blockchain proof, independent of its encoding. docs/proof-format.md explains every part. */
import type { StrongHash } from '../crypto/algorithms.ts';
import type { LeafFile, LeafScheme } from '../log/leaf.ts';
import { inclusionSides, type Side } from '../log/merkle.ts';
import { ProofError } from '../proof-error.ts';

export type BlockchainProof = {
  status: 'pending' | 'anchored' | 'final';
  certificate: {
    id: string;
    /** Origin of the log, as in its checkpoints. */
    issuer: string;
  };
  document: LeafFile & { tokenSha256: Uint8Array };
  /** True if the token stamps the root of a tree of hashes. An evidence record leads from the document to that root. */
  isShared?: true;
  /** `scheme` says how the hash is made from the salt and the document. */
  leaf: { scheme: LeafScheme; salt: Uint8Array; hash: Uint8Array };
  checkpoint: {
    path: MerklePath;
    /** The complete signed note. */
    note: string;
  };
  /** Empty while pending. */
  anchors: readonly Anchor[];
};

/** The path from the leaf up to the root of the log at one size. */
export type MerklePath = {
  leafIndex: number;
  treeSize: number;
  /** From the leaf upwards. The sides follow from index and size; they are written out for people who check by hand. */
  steps: readonly MerkleStep[];
  root: Uint8Array;
};

export type MerkleStep = { side: Side; hash: Uint8Array };

/** `hashes` as returned by `resolveProof` for this leaf and size. */
export function toMerklePath(
  leafIndex: number,
  treeSize: number,
  hashes: readonly Uint8Array[],
  root: Uint8Array,
): MerklePath {
  const sides = inclusionSides(leafIndex, treeSize);
  if (sides?.length !== hashes.length) {
    throw new ProofError(
      'invalid_argument',
      `this is not a path of leaf ${leafIndex} in a tree of ${treeSize}`,
    );
  }
  const steps = hashes.map((hash, i) => ({ side: sides[i] ?? 'left', hash }));
  return { leafIndex, treeSize, steps, root };
}

export type Anchor = EthereumAnchor | OpenTimestampsAnchor;

/** Who could rewrite the chain: the log's own operator, a closed group, or no one in particular. */
export type AnchorTrust = 'operator' | 'permissioned' | 'public';

type AnchorClaims = {
  /** CAIP-2, e.g. `eip155:1`. */
  network: string;
  trust: AnchorTrust;
  status: 'anchored' | 'final';
  /** When the block counts as final: `finalized` or `depth:<blocks>`. */
  finality: string;
  /** Path to the root that is on this chain; anchors may cover different sizes of the log. */
  path: MerklePath;
};

export type EthereumAnchor = AnchorClaims & {
  kind: 'ethereum';
  transaction: {
    hash: Uint8Array;
    index: number;
    raw: Uint8Array;
    /** Offset of the commitment (magic and root) in the raw transaction. */
    commitmentOffset: number;
  };
  block: BlockReference;
  /** With `none`, this chain does not hash its blocks as Ethereum does, so the proof ends at the transaction. */
  inclusion:
    | { type: 'mpt'; nodes: readonly Uint8Array[]; header: Uint8Array }
    | { type: 'none'; reason: string };
};

export type OpenTimestampsAnchor = AnchorClaims & {
  kind: 'opentimestamps';
  /** A detached OpenTimestamps file for the root. */
  ots: Uint8Array;
  block: BlockReference;
  /** The 80 bytes of the Bitcoin header; undefined if only the block's hash is known. */
  header: Uint8Array | undefined;
};

export type BlockReference = {
  /** In the byte order in which the chain's explorers show it. */
  hash: Uint8Array;
  number: number;
  timeSeconds: number;
};

export const PROOF_NAMESPACE = 'urn:sello:blockchain-proof:1';
/**
 * A proof whose token is over a tree of hashes. The version of its own makes older verifiers report that they cannot
 * read it. Otherwise they would report that proof and token contradict each other.
 */
export const SHARED_PROOF_NAMESPACE = 'urn:sello:blockchain-proof:2';
/**
 * A proof whose token is over the SHA-384 or SHA-512 of the file. The version of its own makes older verifiers, which
 * do not know such digests, report that they cannot read it.
 */
export const LONG_PROOF_NAMESPACE = 'urn:sello:blockchain-proof:3';

/** RFC 9231 §2.1 names the digests in XML. */
export const DIGEST_URIS: Readonly<Record<StrongHash, string>> = {
  'SHA-256': 'http://www.w3.org/2001/04/xmlenc#sha256',
  'SHA-384': 'http://www.w3.org/2001/04/xmldsig-more#sha384',
  'SHA-512': 'http://www.w3.org/2001/04/xmlenc#sha512',
};
export const SHA256_URI = DIGEST_URIS['SHA-256'];
export const CHECKPOINT_FORMAT = 'c2sp.org/tlog-checkpoint';
export const PATH_ALGORITHM = 'RFC6962-SHA256';

/** Readers refuse a proof that exceeds these limits. Genuine proofs stay below them. */
export const PROOF_LIMITS = {
  bytes: 256 * 1024,
  steps: 64,
  nodes: 32,
  nodeBytes: 4096,
  rawBytes: 4096,
  headerBytes: 4096,
  noteBytes: 64 * 1024,
  otsBytes: 64 * 1024,
  anchors: 8,
} as const;
