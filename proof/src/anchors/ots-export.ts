/**
 * A blockchain proof as an OpenTimestamps file: from the file's digest to the leaf, the root and the block. The
 * prefixes of RFC 6962 and the nodes of a trie are just bytes to prepend and append, so the format can express
 * all of it.
 */

import { keccak256 } from '../crypto/keccak.ts';
import { concatBytes, encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { leafRecipe } from '../log/leaf.ts';
import { NODE_PREFIX } from '../log/merkle.ts';
import { ProofError } from '../proof-error.ts';
import type {
  Anchor,
  BlockchainProof,
  EthereumAnchor,
  MerklePath,
  OpenTimestampsAnchor,
} from './blockchain-proof.ts';
import { COMMITMENT_MAGIC } from './ethereum.ts';
import {
  decodeOtsFile,
  encodeOtsFile,
  encodeOtsNumber,
  encodeVariable,
  type OtsAttestation,
  type OtsOperation,
  type OtsTree,
} from './ots.ts';
import { mergeOtsTrees } from './ots-evaluate.ts';

/** A calendar's stamp of the log at one size: a detached file for the root of `path`. */
export type CalendarStamp = Pick<OpenTimestampsAnchor, 'path' | 'ots'>;

/**
 * All anchors of the proof and all calendar stamps in one file. Undefined if no anchor reaches a block and there is no
 * stamp: there is nothing to attest yet. Also undefined for a proof over a longer digest, because OpenTimestamps files
 * do not begin with one.
 */
export function encodeOtsExport(
  proof: BlockchainProof,
  stamps: readonly CalendarStamp[] = [],
): Uint8Array | undefined {
  const { fileSha256 } = proof.document;
  if (fileSha256 === undefined) return undefined;
  const anchors = proof.anchors.map(anchorTree).filter((tree) => tree !== undefined);
  const trees = [...anchors, ...stamps.map(stampTree)];
  const [first, ...others] = trees;
  if (first === undefined) return undefined;
  const tree = chain(leafOperations(proof), others.reduce(mergeOtsTrees, first));
  return encodeOtsFile({ digest: fileSha256, tree });
}

/** The operations that lead from the file's digest to the leaf, for the forms v1 and v2 of a leaf. */
function leafOperations({ leaf, document }: BlockchainProof): OtsOperation[] {
  const { before, after, beforeHash } = leafRecipe(leaf.scheme, { ...leaf, ...document });
  const hashed = [prepend(before), append(after), SHA256];
  return beforeHash === undefined ? hashed : [...hashed, prepend(beforeHash), SHA256];
}

/** First eight octets of SHA-256("urn:sello:ots:evm-transactions-root:1"). */
const EVM_ATTESTATION_TAG = Uint8Array.of(0x73, 0x45, 0x11, 0xb7, 0xbb, 0x01, 0x4f, 0x2e);

/**
 * OpenTimestamps' `ethereum` attestation means Ethereum mainnet only. Every other chain gets a tag of our own
 * with its name; other readers show it as unknown instead of looking for the block on the wrong chain.
 */
function blockAttestation({ network, block }: EthereumAnchor): OtsAttestation {
  if (network === 'eip155:1') return { kind: 'ethereum', height: block.number };
  const payload = concatBytes(encodeVariable(encodeUtf8(network)), encodeOtsNumber(block.number));
  return { kind: 'unknown', tag: EVM_ATTESTATION_TAG, payload };
}

function anchorTree(anchor: Anchor): OtsTree | undefined {
  if (anchor.kind === 'opentimestamps') return stampTree(anchor);
  if (anchor.inclusion.type === 'none') return undefined;
  const operations = [...pathOperations(anchor.path), ...transactionOperations(anchor)];
  return chain(operations, { attestations: [blockAttestation(anchor)], branches: [] });
}

function stampTree({ path, ots }: CalendarStamp): OtsTree {
  const { digest, tree } = decodeOtsFile(ots);
  if (!equalBytes(digest, path.root)) throw new ProofError('ots_malformed', 'the file is for another root');
  return chain(pathOperations(path), tree);
}

function pathOperations({ steps }: MerklePath): OtsOperation[] {
  return steps.flatMap(({ side, hash }) =>
    side === 'left' ? [prepend(NODE_PREFIX, hash), SHA256] : [append(hash), prepend(NODE_PREFIX), SHA256],
  );
}

/**
 * Each node of the trie contains the node below it, or its hash. The operations prepend and append the bytes around it.
 */
function transactionOperations({ transaction, inclusion, path }: EthereumAnchor): OtsOperation[] {
  const { raw, commitmentOffset } = transaction;
  const nodes = inclusion.type === 'mpt' ? inclusion.nodes : [];
  const rootOffset = commitmentOffset + COMMITMENT_MAGIC.length;
  const operations = surround(raw, path.root, rootOffset);
  let inner = raw;
  for (const node of nodes.toReversed()) {
    operations.push(...surround(node, inner, indexOfBytes(node, inner)), KECCAK256);
    inner = keccak256(node);
  }
  return operations;
}

const SHA256: OtsOperation = { name: 'sha256' };
const KECCAK256: OtsOperation = { name: 'keccak256' };

function append(argument: Uint8Array): OtsOperation {
  return { name: 'append', argument };
}

function prepend(...parts: readonly Uint8Array[]): OtsOperation {
  return { name: 'prepend', argument: concatBytes(...parts) };
}

/** The operations that put `inner` into `outer`, which contains it at `offset`. */
function surround(outer: Uint8Array, inner: Uint8Array, offset: number): OtsOperation[] {
  const end = offset + inner.length;
  if (!equalBytes(outer.subarray(offset, end), inner)) {
    throw new ProofError('invalid_argument', 'the parts of the proof do not fit together');
  }
  const operations: OtsOperation[] = [];
  if (offset > 0) operations.push(prepend(outer.subarray(0, offset)));
  if (end < outer.length) operations.push(append(outer.subarray(end)));
  return operations;
}

function indexOfBytes(outer: Uint8Array, inner: Uint8Array): number {
  let offset = outer.length - inner.length;
  while (offset > 0 && !equalBytes(outer.subarray(offset, offset + inner.length), inner)) offset -= 1;
  return Math.max(offset, 0);
}

function chain(operations: readonly OtsOperation[], end: OtsTree): OtsTree {
  return operations.reduceRight<OtsTree>((tree, operation) => {
    return { attestations: [], branches: [{ operation, tree }] };
  }, end);
}
