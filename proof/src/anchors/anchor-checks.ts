/** The requirements on a blockchain proof, one function each. anchor-verify.ts derives the verdict from them. */

import { type CheckOutcome, fail, failedBy, pass, skip } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import { decodeCheckpoint } from '../log/checkpoint.ts';
import { leafHash } from '../log/leaf.ts';
import { inclusionSides, verifyInclusion } from '../log/merkle.ts';
import { decodeNoteKey, nameKeys } from '../log/note-keys.ts';
import { verifyNote } from '../log/signed-note.ts';
import type {
  Anchor,
  BlockchainProof,
  EthereumAnchor,
  MerklePath,
  OpenTimestampsAnchor,
} from './blockchain-proof.ts';
import { commitsTo, decodeBlockHeader, decodeTransaction } from './ethereum.ts';
import { findProvenTransaction } from './merkle-patricia.ts';
import { isBitcoinNetwork } from './networks.ts';
import { decodeOtsFile } from './ots.ts';
import { evaluateOts } from './ots-evaluate.ts';
import { formatBlockTime } from './proof-xml.ts';

export type AnchorCheckName =
  | 'structure'
  | 'document_digest'
  | 'token_digest'
  | 'leaf'
  | 'checkpoint'
  | 'checkpoint_signature'
  | 'agreement'
  | 'merkle_path'
  | 'commitment'
  | 'inclusion'
  | 'block_header'
  | 'time_order'
  | 'on_chain';

export type AnchorCheck = CheckOutcome<AnchorCheckName> & {
  /** Number of the anchor in the proof, from 1; absent for checks of the whole proof. */
  anchor?: number;
};

export function checkDigest(
  name: 'document_digest' | 'token_digest',
  given: Uint8Array,
  expected: Uint8Array | undefined,
): AnchorCheck {
  const what = name === 'document_digest' ? 'document' : 'time-stamp token';
  if (expected === undefined) return skip(name, `no ${what} was given to compare with`);
  return equalBytes(given, expected)
    ? pass(name, `the proof is about this ${what}`)
    : fail(name, `the digest does not match: the proof is about the ${what} ${encodeHex(given)}`);
}

export async function checkLeaf(engine: CryptoEngine, proof: BlockchainProof): Promise<AnchorCheck> {
  const { scheme, salt, hash } = proof.leaf;
  const actual = await leafHash(engine, scheme, { salt, ...proof.document });
  return equalBytes(actual, hash)
    ? pass('leaf', 'salt, document and time stamp give the leaf')
    : fail('leaf', 'the leaf is not made of this salt, document and time stamp');
}

/**
 * Checks that the checkpoint names the log that issued the proof, and that its tree is large enough to hold the leaf.
 */
export async function checkCheckpoint(engine: CryptoEngine, proof: BlockchainProof): Promise<AnchorCheck> {
  return await attempt('checkpoint', async () => {
    const { path, note } = proof.checkpoint;
    const { origin, size, root } = decodeCheckpoint(note);
    if (origin !== proof.certificate.issuer)
      return fail('checkpoint', `the checkpoint is of another log, ${origin}`);
    if (size !== path.treeSize || !equalBytes(root, path.root)) {
      return fail('checkpoint', 'the path leads to another root or size than the checkpoint states');
    }
    const problem = await pathProblem(engine, proof.leaf.hash, path);
    return problem === undefined
      ? pass('checkpoint', `the leaf is number ${path.leafIndex} of ${size} in the log ${origin}`)
      : fail('checkpoint', problem);
  });
}

export async function checkCheckpointSignature(
  engine: CryptoEngine,
  proof: BlockchainProof,
  logKeys: readonly string[] | undefined,
): Promise<AnchorCheck> {
  const name = 'checkpoint_signature';
  if (logKeys === undefined) return skip(name, 'no key of the log was given');
  return await attempt(name, async () => {
    const { origin, note } = decodeCheckpoint(proof.checkpoint.note);
    const keys = await Promise.all(logKeys.map(async (vkey) => await decodeNoteKey(engine, vkey)));
    const signers = await verifyNote(engine, note, keys);
    if (signers === 'forged') return fail(name, 'a signature is not by the key that it names');
    // A key may sign only for the log whose name it carries.
    const own = signers.filter((key) => key.name === origin);
    return own.length > 0
      ? pass(name, `signed by the log ${origin} with ${nameKeys(own)}`)
      : fail(name, `none of the given keys signed for the log ${origin}`);
  });
}

export async function checkMerklePath(
  engine: CryptoEngine,
  proof: BlockchainProof,
  { path }: Anchor,
): Promise<AnchorCheck> {
  const problem = await pathProblem(engine, proof.leaf.hash, path);
  return problem === undefined
    ? pass('merkle_path', `the leaf leads to the root ${encodeHex(path.root)}`)
    : fail('merkle_path', problem);
}

/** Checks that the transaction has the stated hash, is bound to the stated chain, and contains the root. */
export function checkTransactionCommitment(anchor: EthereumAnchor): AnchorCheck {
  try {
    const { raw, hash, commitmentOffset } = anchor.transaction;
    const transaction = decodeTransaction(raw);
    if (!equalBytes(transaction.hash, hash)) return fail('commitment', 'the transaction has another hash');
    if (`eip155:${transaction.chainId ?? 'any'}` !== anchor.network) {
      // Without a chain id the same transaction could be on any chain.
      return fail('commitment', `the transaction is not bound to ${anchor.network}`);
    }
    if (!commitsTo(transaction, anchor.path.root) || transaction.inputOffset !== commitmentOffset) {
      return fail('commitment', 'the transaction does not say the root');
    }
    return pass('commitment', `the transaction ${encodeHex(hash)} says the root`);
  } catch (error) {
    return failedBy('commitment', error);
  }
}

export function checkTransactionInclusion({ transaction, inclusion }: EthereumAnchor): AnchorCheck {
  if (inclusion.type === 'none')
    return skip('inclusion', `the proof ends at the transaction: ${inclusion.reason}`);
  try {
    const { transactionsRoot } = decodeBlockHeader(inclusion.header);
    const proven = findProvenTransaction(transactionsRoot, transaction.index, inclusion.nodes);
    return proven !== undefined && equalBytes(proven, transaction.raw)
      ? pass('inclusion', `the transaction is number ${transaction.index} of the block`)
      : fail('inclusion', 'the nodes do not lead from the block to the transaction');
  } catch (error) {
    return failedBy('inclusion', error);
  }
}

export function checkEthereumHeader({ block, inclusion }: EthereumAnchor): AnchorCheck {
  if (inclusion.type === 'none') return skip('block_header', 'the proof holds no header of this chain');
  try {
    return compareBlock(decodeBlockHeader(inclusion.header), block);
  } catch (error) {
    return failedBy('block_header', error);
  }
}

/** The Merkle roots that the OpenTimestamps file attests for the stated Bitcoin block, or the failed check. */
export async function attestedMerkleRoots(
  engine: CryptoEngine,
  { network, ots, path, block }: OpenTimestampsAnchor,
): Promise<readonly Uint8Array[] | AnchorCheck> {
  if (!isBitcoinNetwork(network)) return fail('commitment', `${network} is no network of Bitcoin`);
  try {
    const file = decodeOtsFile(ots);
    if (!equalBytes(file.digest, path.root))
      return fail('commitment', 'the OpenTimestamps file is about another root');
    const roots = (await evaluateOts(engine, file)).flatMap(({ attestation, message }) => {
      const isMeant = attestation.kind === 'bitcoin' && attestation.height === block.number;
      return isMeant && message.length === 32 ? [message] : [];
    });
    return roots.length > 0
      ? roots
      : fail('commitment', `the OpenTimestamps file does not lead to Bitcoin block ${block.number}`);
  } catch (error) {
    return failedBy('commitment', error);
  }
}

/** A Bitcoin header has the Merkle root at octet 36 and the time at 68; its hash is SHA-256 applied twice. */
export async function checkBitcoinBlock(
  engine: CryptoEngine,
  { block, header }: OpenTimestampsAnchor,
  merkleRoots: readonly Uint8Array[],
): Promise<readonly AnchorCheck[]> {
  if (header === undefined) {
    const because = 'the proof holds no header; look up the Merkle root of the block';
    return [skip('inclusion', because), skip('block_header', because)];
  }
  const hash = await engine.digest('SHA-256', await engine.digest('SHA-256', header));
  const timeSeconds = new DataView(header.buffer, header.byteOffset).getUint32(68, true);
  return [
    merkleRoots.some((root) => equalBytes(header.subarray(36, 68), root))
      ? pass('inclusion', 'the root is under the Merkle root of the block')
      : fail('inclusion', 'the block has another Merkle root'),
    // Bitcoin writes hashes in reverse byte order. A header does not state its height, so the height is taken from the
    // attestation.
    compareBlock({ hash: Uint8Array.from(hash).reverse(), number: block.number, timeSeconds }, block),
  ];
}

function compareBlock(actual: Anchor['block'], claimed: Anchor['block']): AnchorCheck {
  if (!equalBytes(actual.hash, claimed.hash)) {
    return fail('block_header', `the header has the hash ${encodeHex(actual.hash)}`);
  }
  if (actual.number !== claimed.number || actual.timeSeconds !== claimed.timeSeconds) {
    return fail('block_header', 'the header has another number or time than the proof states');
  }
  return pass(
    'block_header',
    `block ${claimed.number} of ${formatBlockTime(claimed.timeSeconds)} has this hash`,
  );
}

/** Recomputes the sides of the path from index and size (RFC 9162 §2.1.3.2): the stated sides must equal them. */
async function pathProblem(
  engine: CryptoEngine,
  leaf: Uint8Array,
  { leafIndex, treeSize, steps, root }: MerklePath,
): Promise<string | undefined> {
  const sides = inclusionSides(leafIndex, treeSize);
  if (sides === undefined) return `a tree of ${treeSize} leaves has no leaf ${leafIndex}`;
  if (sides.length !== steps.length) return 'the path has too many or too few steps for its index and size';
  if (steps.some(({ side }, i) => side !== sides[i])) return 'a step is on the wrong side';
  const path = steps.map(({ hash }) => hash);
  const leads = await verifyInclusion(engine, { leaf, index: leafIndex, size: treeSize, path }, root);
  return leads ? undefined : 'the path does not lead from the leaf to the root';
}

async function attempt(name: AnchorCheckName, check: () => Promise<AnchorCheck>): Promise<AnchorCheck> {
  try {
    return await check();
  } catch (error) {
    return failedBy(name, error);
  }
}
