/**
 * Verifies a blockchain proof, with a reason for each check. Offline, a proof can be found consistent: document,
 * leaf, log, transaction and block header fit together. Only the chain can tell whether that block is on it, so
 * the caller passes block hashes from a source it trusts.
 */

import { fail, failedBy, pass, skip } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import {
  type AnchorCheck,
  type AnchorCheckName,
  attestedMerkleRoot,
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
import type { Anchor, AnchorTrust, BlockchainProof } from './blockchain-proof.ts';
import { decodeProofXml } from './proof-xml-read.ts';

export type ExpectedDocument = { fileSha256?: Uint8Array; tokenSha256?: Uint8Array };

/** A block that is on the chain according to the caller's own source (a node, an explorer, a list). */
export type TrustedBlock = { hash: Uint8Array; network?: string; number?: number };

export type AnchorVerifyOptions = {
  /** Verifier keys of logs, `<name>+<id>+<key>`. If given, one of them must have signed the checkpoint. */
  logKeys?: readonly string[];
  /** If given, at least one anchor's block must be among them. */
  trustedBlocks?: readonly TrustedBlock[];
};

export type AnchorWarning = {
  code: 'not_anchored' | 'not_final' | 'operator_chain' | 'permissioned_chain' | 'inclusion_not_shown';
  anchor?: number;
  message: string;
};

export type BlockchainVerdict = {
  /**
   * `inconsistent`: a check failed. Otherwise, `pending`: there is no anchor yet; `consistent`: no trusted
   * blocks were given; `on_chain`: a trusted block confirms an anchor; `not_on_chain`: none does.
   */
  verdict: 'inconsistent' | 'pending' | 'consistent' | 'not_on_chain' | 'on_chain';
  /** Every check, always in the same order: the whole proof, then each anchor, then `on_chain`. */
  checks: readonly AnchorCheck[];
  warnings: readonly AnchorWarning[];
  /** Anchors that a trusted block confirms. */
  witnesses: readonly AnchorWitness[];
  proof: BlockchainProof | undefined;
};

/** `independent`: the chain is not run by the log's own operator. */
export type AnchorWitness = { anchor: number; network: string; trust: AnchorTrust; independent: boolean };

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
    checkDigest('document_digest', proof.document.fileSha256, expected.fileSha256),
    checkDigest('token_digest', proof.document.tokenSha256, expected.tokenSha256),
    await checkLeaf(engine, proof),
    await checkCheckpoint(engine, proof),
    await checkCheckpointSignature(engine, proof, options.logKeys),
  ];
  for (const [i, anchor] of proof.anchors.entries()) {
    const findings = await checkAnchor(engine, proof, anchor);
    checks.push(...findings.map((check) => ({ ...check, anchor: i + 1 })));
  }
  return judge(checks, proof, options);
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
  const attested = await attestedMerkleRoot(engine, anchor);
  if (!(attested instanceof Uint8Array)) {
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
  return {
    verdict: isBroken ? 'inconsistent' : verdictFor(proof, onChain),
    checks: [...whole, ...ofAnchors, onChain],
    warnings: proof === undefined ? [] : collectWarnings(proof),
    witnesses: isBroken ? [] : witnesses,
    proof,
  };
}

function verdictFor(
  proof: BlockchainProof | undefined,
  onChain: AnchorCheck,
): 'pending' | 'consistent' | 'not_on_chain' | 'on_chain' {
  if (proof?.status === 'pending') return 'pending';
  if (onChain.outcome === 'skipped') return 'consistent';
  return onChain.outcome === 'pass' ? 'on_chain' : 'not_on_chain';
}

/** A trusted block hash confirms an anchor only if all its checks, down to that hash, passed. */
function findWitnesses(
  proof: BlockchainProof | undefined,
  checks: readonly AnchorCheck[],
  trustedBlocks: readonly TrustedBlock[],
): AnchorWitness[] {
  return (proof?.anchors ?? []).flatMap((anchor, i) => {
    const isShown = checks.every((check) => check.anchor !== i + 1 || check.outcome === 'pass');
    const isTrusted = trustedBlocks.some((trusted) => isSameBlock(trusted, anchor));
    const { network, trust } = anchor;
    return isShown && isTrusted ? [{ anchor: i + 1, network, trust, independent: trust !== 'operator' }] : [];
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
  // The same height with another hash: the block was replaced, and no other anchor outweighs that.
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

function collectWarnings(proof: BlockchainProof): AnchorWarning[] {
  const warnings: AnchorWarning[] = [];
  if (proof.status === 'pending') {
    warnings.push({ code: 'not_anchored', message: 'the log has the document; no chain has the log yet' });
  }
  for (const [i, anchor] of proof.anchors.entries()) {
    warnings.push(...anchorWarnings(anchor).map((warning) => ({ ...warning, anchor: i + 1 })));
  }
  return warnings;
}

function anchorWarnings(anchor: Anchor): AnchorWarning[] {
  const { network, trust, status } = anchor;
  const warnings: AnchorWarning[] = [];
  if (trust === 'operator') {
    const message = `${network} is run by the operator of the log itself: it is no independent witness`;
    warnings.push({ code: 'operator_chain', message });
  }
  if (trust === 'permissioned') {
    const message = `${network} is run by a closed group, which can rewrite it if it agrees to`;
    warnings.push({ code: 'permissioned_chain', message });
  }
  if (status !== 'final') {
    warnings.push({ code: 'not_final', message: `the block on ${network} may still be replaced` });
  }
  if (anchor.kind === 'ethereum' && anchor.inclusion.type === 'none') {
    const message = `that the transaction is in the block on ${network} cannot be shown offline: ${anchor.inclusion.reason}`;
    warnings.push({ code: 'inclusion_not_shown', message });
  }
  return warnings;
}
