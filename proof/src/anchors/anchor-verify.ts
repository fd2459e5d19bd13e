/**
 * Verifies a blockchain proof, with a reason for each check. Offline, a proof can be found consistent: document,
 * leaf, log, transaction and block header fit together. Only the chain can tell whether that block is on it, so
 * the caller passes block hashes from a source it trusts.
 */

import { fail, failedBy, pass, skip } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import type { LongDigest } from '../log/leaf.ts';
import { checkAgreement } from './agreement.ts';
import {
  type AnchorCheck,
  type AnchorCheckName,
  attestedMerkleRoots,
  checkBitcoinBlock,
  checkCheckpoint,
  checkCheckpointSignature,
  checkDigest,
  checkEthereumHeader,
  checkLeaf,
  checkMerklePath,
  checkTransactionCommitment,
  checkTransactionInclusion,
} from './anchor-checks.ts';
import { type AnchorWarning, collectWarnings } from './anchor-warnings.ts';
import type { Anchor, BlockchainProof } from './blockchain-proof.ts';
import { type AnchorShown, type Claim, collectClaims } from './claims.ts';
import { type NetworkKind, networkKind } from './networks.ts';
import { decodeProofXml } from './proof-xml-read.ts';
import { checkTimeOrder } from './time-order.ts';

export type ExpectedDocument = {
  fileSha256?: Uint8Array | undefined;
  /** Computes a SHA-384 or SHA-512 of the document, for proofs that name the document by it. */
  longDigest?: (algorithm: LongDigest['algorithm']) => Promise<Uint8Array | undefined>;
  tokenSha256?: Uint8Array;
  /** The time in the token whose SHA-256 is `tokenSha256`. No block that holds that token may be earlier. */
  stampedAt?: Date;
};

/** A block that is on the chain according to the caller's own source (a node, an explorer, a list). */
export type TrustedBlock = { hash: Uint8Array; network?: string; number?: number };

export type AnchorVerifyOptions = {
  /** Verifier keys of logs, `<name>+<id>+<key>`. If given, one of them must have signed the checkpoint. */
  logKeys?: readonly string[];
  /** If given, at least one anchor's block must be among them. */
  trustedBlocks?: readonly TrustedBlock[];
};

export type BlockchainVerdict = {
  /**
   * The first that applies. `inconsistent`: a check failed. `not_on_chain`: trusted blocks were given, and none
   * confirms an anchor. `pending`: there is no anchor yet. `on_chain`: a trusted block confirms an anchor.
   * `consistent`: no trusted blocks were given.
   */
  verdict: 'inconsistent' | 'pending' | 'consistent' | 'not_on_chain' | 'on_chain';
  /** Every check, always in the same order: the whole proof, then each anchor, then `on_chain`. */
  checks: readonly AnchorCheck[];
  warnings: readonly AnchorWarning[];
  /** Anchors that a trusted block confirms. */
  witnesses: readonly AnchorWitness[];
  /** For each anchor, in the order of the proof, how far its checks went. */
  shown: readonly AnchorShown[];
  /** Statements of the proof that nothing binds. */
  claims: readonly Claim[];
  proof: BlockchainProof | undefined;
};

/** `independent`: the network is on the verifier's list of public networks, whatever the proof says. */
export type AnchorWitness = { anchor: number; network: string; kind: NetworkKind; independent: boolean };

/** `xml` is the complete file as issued. Rejects only if this code has a bug. */
export async function verifyBlockchainProof(
  engine: CryptoEngine,
  xml: Uint8Array,
  expected: ExpectedDocument,
  options: AnchorVerifyOptions = {},
): Promise<BlockchainVerdict> {
  const proof = readProof(xml);
  if ('outcome' in proof) return judge([proof], undefined, options);
  const checks = [
    pass('structure', 'a well-formed proof, with nothing left over'),
    await checkDocument(proof, expected),
    checkDigest('token_digest', proof.document.tokenSha256, expected.tokenSha256),
    await checkLeaf(engine, proof),
    await checkCheckpoint(engine, proof),
    await checkCheckpointSignature(engine, proof, options.logKeys),
  ];
  for (const [i, anchor] of proof.anchors.entries()) {
    const findings = [
      ...(await checkAnchor(engine, proof, anchor)),
      checkTimeOrder(anchor, expected.stampedAt),
    ];
    checks.push(...findings.map((check) => ({ ...check, anchor: i + 1 })));
  }
  const isBroken = ({ name, outcome }: AnchorCheck): boolean =>
    outcome === 'fail' && (name === 'checkpoint' || name === 'merkle_path');
  // A path that is not valid by itself has already failed another check.
  if (!checks.some(isBroken)) checks.push(checkAgreement(proof));
  return judge(checks, proof, options);
}

async function checkDocument(
  { document: { fileSha256, fileDigest } }: BlockchainProof,
  expected: ExpectedDocument,
): Promise<AnchorCheck> {
  if (fileDigest === undefined) return checkDigest('document_digest', fileSha256, expected.fileSha256);
  const { algorithm, value } = fileDigest;
  return checkDigest('document_digest', value, await expected.longDigest?.(algorithm));
}

function readProof(xml: Uint8Array): BlockchainProof | AnchorCheck {
  try {
    return decodeProofXml(xml);
  } catch (error) {
    return failedBy('structure', error);
  }
}

async function checkAnchor(
  engine: CryptoEngine,
  proof: BlockchainProof,
  anchor: Anchor,
): Promise<readonly AnchorCheck[]> {
  const path = await checkMerklePath(engine, proof, anchor);
  if (anchor.kind === 'ethereum') {
    return [
      path,
      checkTransactionCommitment(anchor),
      checkTransactionInclusion(anchor),
      checkEthereumHeader(anchor),
    ];
  }
  const attested = await attestedMerkleRoots(engine, anchor);
  if ('outcome' in attested) {
    return [path, attested, skip('inclusion', NOT_REACHED), skip('block_header', NOT_REACHED)];
  }
  const commitment = pass(
    'commitment',
    `OpenTimestamps leads from the root to Bitcoin block ${anchor.block.number}`,
  );
  return [path, commitment, ...(await checkBitcoinBlock(engine, anchor, attested))];
}

const NOT_REACHED = 'not reached';
const WHOLE_CHECKS: readonly AnchorCheckName[] = [
  ...([
    'structure',
    'document_digest',
    'token_digest',
    'leaf',
    'checkpoint',
    'checkpoint_signature',
    'agreement',
  ] as const),
];

function judge(
  done: readonly AnchorCheck[],
  proof: BlockchainProof | undefined,
  { trustedBlocks }: AnchorVerifyOptions,
): BlockchainVerdict {
  const whole = WHOLE_CHECKS.map(
    (name) => done.find((check) => check.name === name) ?? skip(name, NOT_REACHED),
  );
  const ofAnchors = done.filter(({ anchor }) => anchor !== undefined);
  const witnesses = findWitnesses(proof, ofAnchors, trustedBlocks ?? []);
  const onChain = checkOnChain(proof, witnesses, trustedBlocks);
  const isBroken = done.some(({ outcome }) => outcome === 'fail');
  const shown = (proof?.anchors ?? []).map((_, i) =>
    howFarShown(i + 1, ofAnchors, isBroken ? [] : witnesses),
  );
  const isSigned = whole.some(({ name, outcome }) => name === 'checkpoint_signature' && outcome === 'pass');
  return {
    verdict: isBroken ? 'inconsistent' : verdictFor(proof, onChain),
    checks: [...whole, ...ofAnchors, onChain],
    warnings: proof === undefined ? [] : collectWarnings(proof),
    witnesses: isBroken ? [] : witnesses,
    shown,
    claims: proof === undefined ? [] : collectClaims(proof, isSigned, shown),
    proof,
  };
}

function howFarShown(
  anchor: number,
  checks: readonly AnchorCheck[],
  witnesses: readonly AnchorWitness[],
): AnchorShown {
  if (witnesses.some((witness) => witness.anchor === anchor)) return 'confirmed';
  return reachesBlock(anchor, checks) ? 'consistent' : 'claimed';
}

/** Whether all checks of the anchor, down to the hash of its block, passed. */
function reachesBlock(anchor: number, checks: readonly AnchorCheck[]): boolean {
  return checks
    .filter((check) => check.anchor === anchor)
    .every(({ name, outcome }) => outcome === 'pass' || (name === 'time_order' && outcome === 'skipped'));
}

function verdictFor(
  proof: BlockchainProof | undefined,
  onChain: AnchorCheck,
): 'pending' | 'consistent' | 'not_on_chain' | 'on_chain' {
  if (onChain.outcome === 'fail') return 'not_on_chain';
  if (proof?.status === 'pending') return 'pending';
  return onChain.outcome === 'pass' ? 'on_chain' : 'consistent';
}

/** A trusted block hash confirms an anchor only if all of the anchor's checks, down to that hash, passed. */
function findWitnesses(
  proof: BlockchainProof | undefined,
  checks: readonly AnchorCheck[],
  trustedBlocks: readonly TrustedBlock[],
): AnchorWitness[] {
  return (proof?.anchors ?? []).flatMap((anchor, i) => {
    const isTrusted = trustedBlocks.some((trusted) => isSameBlock(trusted, anchor));
    if (!isTrusted || !reachesBlock(i + 1, checks)) return [];
    const { network } = anchor;
    const kind = networkKind(network);
    return [{ anchor: i + 1, network, kind, independent: kind === 'public' }];
  });
}

function isSameBlock({ hash, network, number }: TrustedBlock, anchor: Anchor): boolean {
  const isSameNetwork = network === undefined || network === anchor.network;
  const isSameNumber = number === undefined || number === anchor.block.number;
  return isSameNetwork && isSameNumber && equalBytes(hash, anchor.block.hash);
}

function checkOnChain(
  proof: BlockchainProof | undefined,
  witnesses: readonly AnchorWitness[],
  trustedBlocks: readonly TrustedBlock[] | undefined,
): AnchorCheck {
  if (proof === undefined) return skip('on_chain', NOT_REACHED);
  if (trustedBlocks === undefined) return skip('on_chain', 'the chain was not asked');
  if (proof.anchors.length === 0) return fail('on_chain', 'the proof is in no block yet');
  // A trusted block with the same height and another hash shows that the anchor's block was replaced. No other anchor
  // outweighs that.
  const replaced = proof.anchors.find(({ network, block }) =>
    trustedBlocks.some(
      (trusted) =>
        trusted.network === network &&
        trusted.number === block.number &&
        !equalBytes(trusted.hash, block.hash),
    ),
  );
  if (replaced !== undefined) {
    return fail('on_chain', `${replaced.network} has another block at height ${replaced.block.number}`);
  }
  const [witness] = witnesses;
  if (witness === undefined)
    return fail('on_chain', 'no block of the proof is among the trusted ones, or none is shown to hold it');
  const hash = encodeHex(proof.anchors[witness.anchor - 1]?.block.hash ?? new Uint8Array(0));
  return pass('on_chain', `the block ${hash} is on ${witness.network}`);
}
