/** What a blockchain proof contributes to the verdict. The proof may be ours or OriginStamp's. */

import { type BlockchainVerdict, verifyBlockchainProof } from '../anchors/anchor-verify.ts';
import { networkKind, networkName } from '../anchors/networks.ts';
import { isOriginStampXml, verifyOriginStampXml } from '../anchors/originstamp.ts';
import { formatBlockTime } from '../anchors/proof-xml.ts';
import { fail, pass } from '../check-outcome.ts';
import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import type { AlgorithmName } from '../crypto/supported-algorithms.ts';
import { encodeHex } from '../encoding/bytes.ts';
import { stampedDigest } from '../log/leaf.ts';
import { algorithmsOfKey } from '../log/note-keys.ts';
import type { TimestampToken } from '../timestamps/timestamp.ts';
import { type EvidenceCheck, prefixed } from './evidence-check.ts';
import type { BlockchainSummary, Part, Reached } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';
import type { LastingOptions } from './lasting.ts';
import { SHARED } from './record-part.ts';
import { isSameToken } from './stamp-part.ts';

type ChainPart = { part: Part; summary: BlockchainSummary | undefined };

/** The stamp beside the proof. */
type StampBeside = {
  token: TimestampToken | undefined;
  /** A token over a tree of hashes, which an evidence record has shown to cover the document. */
  shared: TimestampToken | undefined;
};

export async function verifyXml(
  engine: CryptoEngine,
  evidence: Evidence,
  xml: Uint8Array,
  beside: StampBeside,
): Promise<ChainPart> {
  return isOriginStampXml(xml)
    ? await verifyOriginStamp(engine, evidence, xml, beside)
    : await verifyOwnProof(engine, evidence, xml, beside);
}

/**
 * An OriginStamp file names no block and is not signed, so it can only be compared with the document and leads to
 * nothing that a verifier trusts.
 */
async function verifyOriginStamp(
  engine: CryptoEngine,
  evidence: Evidence,
  xml: Uint8Array,
  beside: StampBeside,
): Promise<ChainPart> {
  const fileSha256 = await evidence.digest?.('SHA-256');
  const { checks, sha256 } = await verifyOriginStampXml(engine, xml, fileSha256 ? { fileSha256 } : {});
  const all = [
    ...withDocument(evidence, fileSha256, checks),
    ...sameDocument(beside, sha256),
    ...believedAlgorithms(['SHA-256'], evidence),
  ];
  return {
    part: { checks: prefixed('originstamp', all), warnings: [], answers: ['document'], reaches: [] },
    summary: undefined,
  };
}

async function verifyOwnProof(
  engine: CryptoEngine,
  evidence: Evidence,
  xml: Uint8Array,
  beside: StampBeside,
): Promise<ChainPart> {
  const fileSha256 = await evidence.digest?.('SHA-256');
  const { token } = beside;
  const tokenSha256 = token && (await engine.digest('SHA-256', token.der));
  const keys = believedKeys(evidence) ?? evidence.servedLogKeys;
  const verdict = await verifyBlockchainProof(
    engine,
    xml,
    {
      ...(fileSha256 && { fileSha256 }),
      ...(evidence.digest && { longDigest: evidence.digest }),
      ...(tokenSha256 && { tokenSha256 }),
      ...(token && { stampedAt: token.info.genTime }),
    },
    {
      ...(keys && { logKeys: keys }),
      ...(evidence.trustedBlocks && { trustedBlocks: evidence.trustedBlocks }),
    },
  );
  const { proof } = verdict;
  const checks = verdict.checks.map(({ anchor, ...check }) => ({
    ...check,
    name: anchor === undefined ? check.name : `anchor ${anchor}.${check.name}`,
  }));
  const document = proof && stampedDigest(proof.document);
  const given = document && (await evidence.digest?.(document.algorithm));
  const all = [
    ...withDocument(evidence, given, checks, document?.algorithm),
    ...sameDocument(beside, document && encodeHex(document.value), document?.algorithm),
    ...believedAlgorithms(algorithmsOf(evidence, proof), evidence),
  ];
  return {
    part: {
      checks: prefixed('blockchain', all),
      warnings: [...verdict.warnings, ...(proof?.isShared && !beside.shared ? [SHARED] : [])],
      answers: ['document', 'log_key', 'trusted_block'],
      reaches: reachedBy(evidence, verdict),
      claims: verdict.claims,
    },
    summary: summarize(evidence, verdict),
  };
}

/**
 * A proof reaches a block that the caller trusts, or a checkpoint signed by a key that the caller gave. A pending proof
 * has only the log's own signature, so it stays unconfirmed.
 */
function reachedBy(evidence: Evidence, { verdict, witnesses, proof, checks }: BlockchainVerdict): Reached[] {
  const isSigned = evidence.logKeys !== undefined && hasPassed(checks, 'checkpoint_signature');
  return [
    ...(isSigned && proof?.status !== 'pending' ? (['log_key'] as const) : []),
    ...(verdict === 'on_chain' && witnesses.length > 0 ? (['trusted_block'] as const) : []),
  ];
}

/**
 * The given keys whose algorithms still count, because one signature is enough. If none is left, all given keys, so
 * that the verdict says which algorithm it would need.
 */
function believedKeys(evidence: Evidence): readonly string[] | undefined {
  const believed = evidence.logKeys?.filter((vkey) => isBelieved(algorithmsOfKey(vkey), evidence));
  return believed?.length === 0 ? evidence.logKeys : believed;
}

function isBelieved(used: readonly AlgorithmName[], evidence: Evidence): boolean {
  return believedAlgorithms(used, evidence).every(({ outcome }) => outcome !== 'fail');
}

/**
 * Ed25519 uses SHA-512 inside. If no key of the log was given, the verdict does not rest on the log's signature, so its
 * algorithms are left out.
 */
function algorithmsOf(evidence: Evidence, proof: BlockchainVerdict['proof']): AlgorithmName[] {
  const isOnEthereum = proof?.anchors.some(({ kind }) => kind === 'ethereum') ?? false;
  const ofKeys =
    evidence.logKeys === undefined ? [] : (believedKeys(evidence) ?? []).flatMap(algorithmsOfKey);
  const ofFile = proof?.document.fileDigest?.algorithm;
  return [
    'SHA-256',
    ...(ofFile === undefined ? [] : [ofFile]),
    ...(isOnEthereum ? (['Keccak-256'] as const) : []),
    ...new Set(ofKeys),
  ];
}

function hasPassed(checks: BlockchainVerdict['checks'], wanted: string): boolean {
  return checks.some(({ name, outcome }) => name === wanted && outcome === 'pass');
}

/** If the document is known only by another digest, nothing was compared, so the check must not pass. */
function withDocument(
  evidence: Evidence,
  given: Uint8Array | undefined,
  checks: readonly EvidenceCheck[],
  wanted: StrongHash = 'SHA-256',
): readonly EvidenceCheck[] {
  if (evidence.digest === undefined || given !== undefined) return checks;
  const because = `the proof is over a ${wanted}; give the file, or its ${wanted}`;
  return checks.map((check) =>
    check.name === 'document_digest' ? { ...check, outcome: 'fail', because } : check,
  );
}

/**
 * A time stamp and a blockchain proof given together must be about one document, even if the document itself was not
 * given.
 */
function sameDocument(
  { token, shared }: StampBeside,
  stated: string | undefined,
  statedBy: StrongHash = 'SHA-256',
): readonly EvidenceCheck[] {
  if (token === undefined || stated === undefined) return [];
  // The record has compared the document with the stamp, and the proof compares the document with its own digest.
  if (isSameToken(token, shared)) return [pass('same_document', IN_RECORD)];
  const { algorithm, digest } = token.info.imprint;
  const name = 'same_document';
  if (algorithm !== statedBy) {
    const because = `the time stamp is of a ${algorithm ?? 'digest of another kind'}, the proof of a ${statedBy}`;
    // A proof of a longer digest takes it from its own time stamp, so a stamp of another digest contradicts it.
    return [{ name, outcome: statedBy === 'SHA-256' ? 'skipped' : 'fail', because }];
  }
  return encodeHex(digest) === stated
    ? [{ name, outcome: 'pass', because: 'time stamp and proof are about the same document' }]
    : [
        {
          name,
          outcome: 'fail',
          because: `the time stamp is of ${encodeHex(digest)}, the proof of ${stated}`,
        },
      ];
}

const IN_RECORD = 'the evidence record leads from the document of the proof to the time stamp';

function summarize(
  evidence: Evidence,
  { verdict, proof, shown, checks }: BlockchainVerdict,
): BlockchainSummary | undefined {
  if (proof === undefined) return undefined;
  const { leafIndex, treeSize } = proof.checkpoint.path;
  return {
    state: verdict,
    log: {
      name: proof.certificate.issuer,
      leaf_index: leafIndex,
      tree_size: treeSize,
      signed: evidence.logKeys !== undefined && hasPassed(checks, 'checkpoint_signature'),
    },
    anchors: proof.anchors.map(({ network, trust, status, finality, block }, i) => ({
      network,
      network_name: networkName(network),
      network_kind: networkKind(network),
      block_number: block.number,
      block_hash: encodeHex(block.hash),
      block_time: formatBlockTime(block.timeSeconds),
      shown: shown[i] ?? 'claimed',
      claimed: { trust, status, finality },
    })),
  };
}

/**
 * Whether a proof without keys of its own is still valid if the verifier counts an algorithm as broken.
 *
 * Such a proof has no date of its own: anyone who can forge its paths, blocks and signatures can do so at any time. So
 * an algorithm that is broken on the day of the check proves nothing here. Without a day, all named algorithms count as
 * broken.
 */
export function believedAlgorithms(
  used: readonly AlgorithmName[],
  { broken = [], now }: Pick<LastingOptions, 'broken' | 'now'>,
): readonly EvidenceCheck[] {
  if (broken.length === 0) return [];
  const harm = broken.find(
    ({ algorithm, since }) => used.includes(algorithm) && (now === undefined || since <= now),
  );
  if (harm === undefined)
    return [pass('algorithms', `the proof rests on ${used.join(', ')}, and none of them counts as broken`)];
  const words = `${harm.algorithm} counts as broken since ${harm.since.toISOString()}`;
  return [fail('algorithms', `${words}; what it holds together here may have been forged since`)];
}
