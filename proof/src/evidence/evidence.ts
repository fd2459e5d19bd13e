/** Verifies any evidence of a certificate: a file or its digest, a time stamp, a blockchain proof, a bundle. */

import { type TrustedBlock, verifyBlockchainProof } from '../anchors/anchor-verify.ts';
import type { AnchorTrust } from '../anchors/blockchain-proof.ts';
import { isOriginStampXml, verifyOriginStampXml } from '../anchors/originstamp.ts';
import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { decodeTimestampResponse } from '../timestamps/timestamp.ts';
import type { TimestampVerdict } from '../timestamps/timestamp-verdict.ts';
import { verifyTimestamp } from '../timestamps/timestamp-verify.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { readBundle } from './bundle.ts';
import type { Lasting, LastingOptions } from './lasting.ts';
import { lastingPart } from './lasting-part.ts';

export type Evidence = {
  /** The document's digest under the algorithm that the proof uses, or undefined if not known. */
  digest?: (algorithm: StrongHash) => Promise<Uint8Array | undefined>;
  /** A time-stamp response or a bare token. */
  tsr?: Uint8Array;
  /** A blockchain proof: ours, or OriginStamp's. */
  xml?: Uint8Array;
  /** An evidence bundle, instead of the two above. */
  bundle?: Uint8Array;
  /** Certificates that may complete a chain; not trusted. */
  certificates?: readonly Uint8Array[];
  /** Verifier keys of logs; if given, one of them must have signed the checkpoint. */
  logKeys?: readonly string[];
  /** Blocks that are on the chain according to the caller's own source; if given, one must confirm the proof. */
  trustedBlocks?: readonly TrustedBlock[];
  /** Stamped checkpoints and revocation answers kept with the time stamp, where they are not in a bundle. */
  lasting?: Lasting;
} & Omit<LastingOptions, 'logKeys'>;

export type EvidenceCheck = { name: string; outcome: 'pass' | 'fail' | 'skipped'; because: string };

export type EvidenceVerdict = {
  /** Valid if every requested check passed; checks that were not requested are reported as skipped. */
  verdict: 'valid' | 'invalid';
  accredited: boolean;
  checks: readonly EvidenceCheck[];
  warnings: readonly { code: string; message: string }[];
  /** The content of the time stamp, trusted or not. */
  timestamp: TimestampSummary | undefined;
  /** The content of the blockchain proof, valid or not. */
  blockchain: BlockchainSummary | undefined;
};

export type TimestampSummary = {
  gen_time: string;
  policy_oid: string;
  serial: string;
  hash_algorithm: string;
  hash: string;
  /** Name of the trust profile whose root ends the chain. */
  trusted_by: string | undefined;
  signer: string | undefined;
};

export type BlockchainSummary = {
  /** `consistent`: checked offline; `on_chain`: confirmed by a trusted block. */
  state: string;
  anchors: readonly {
    network: string;
    trust: AnchorTrust;
    block_number: number;
    block_hash: string;
    block_time: string;
  }[];
};

/** What one proof contributes to the verdict. */
type Part = Pick<EvidenceVerdict, 'checks' | 'warnings'> & { isGood: boolean };

export async function verifyEvidence(
  engine: CryptoEngine,
  evidence: Evidence,
  trust: readonly TrustProfile[],
): Promise<EvidenceVerdict> {
  const { unpacked, parts } = unpack(evidence.bundle);
  const tsr = unpacked?.tsr ?? evidence.tsr;
  const xml = unpacked?.xml ?? evidence.xml;
  const certificates = [...(evidence.certificates ?? []), ...(unpacked?.chain ?? [])];

  const stamp = tsr && (await verifyStamp(engine, evidence, tsr, certificates, trust));
  if (stamp !== undefined) parts.push(stampPart(stamp));
  const lasting = stamp && (await lastingPart(engine, evidence, stamp, unpacked, trust));
  if (lasting !== undefined) parts.push(lasting);
  const chain = xml && (await verifyXml(engine, evidence, xml, tsr));
  if (chain !== undefined) parts.push(chain.part);

  const isValid = (tsr !== undefined || xml !== undefined) && parts.every(({ isGood }) => isGood);
  return {
    verdict: isValid ? 'valid' : 'invalid',
    accredited: isValid && (stamp?.accredited ?? false),
    checks: parts.flatMap(({ checks }) => checks),
    warnings: parts.flatMap(({ warnings }) => warnings),
    timestamp: stamp && summarize(stamp),
    blockchain: chain?.summary,
  };
}

function unpack(zip: Uint8Array | undefined): { unpacked?: ReturnType<typeof readBundle>; parts: Part[] } {
  if (zip === undefined) return { parts: [] };
  try {
    return { unpacked: readBundle(zip), parts: [bundlePart('pass', 'the archive is as it was issued')] };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { parts: [bundlePart('fail', error.message)] };
  }
}

function bundlePart(outcome: 'pass' | 'fail', because: string): Part {
  return {
    checks: [{ name: 'bundle.structure', outcome, because }],
    warnings: [],
    isGood: outcome === 'pass',
  };
}

// ── Time stamp ───────────────────────────────────────────────────────────────

async function verifyStamp(
  engine: CryptoEngine,
  evidence: Evidence,
  tsr: Uint8Array,
  certificates: readonly Uint8Array[],
  trust: readonly TrustProfile[],
): Promise<TimestampVerdict> {
  const algorithm = readToken(tsr)?.info.imprint.algorithm;
  const value = algorithm && (await evidence.digest?.(algorithm));
  const expected = algorithm === undefined || value === undefined ? {} : { digest: { algorithm, value } };
  const verdict = await verifyTimestamp(engine, tsr, expected, trust, { certificates });
  if (evidence.digest === undefined || value !== undefined || algorithm === undefined) return verdict;
  // The document's digest is known, but not under the token's algorithm: nothing was compared, so the
  // check must not pass.
  const because = `the token stamps a ${algorithm}; give the file, or its ${algorithm}`;
  const checks = verdict.checks.map((check) =>
    check.name === 'imprint' ? { ...check, outcome: 'fail' as const, because } : check,
  );
  return { ...verdict, verdict: 'untrusted', accredited: false, checks };
}

function stampPart({ verdict, checks, warnings }: TimestampVerdict): Part {
  return { checks: prefixed('timestamp', checks), warnings, isGood: verdict === 'trusted' };
}

/** Undefined if the token cannot be read; the verdict reports that. */
function readToken(tsr: Uint8Array) {
  try {
    return decodeTimestampResponse(tsr).token;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

function summarize({ token, profile, chain }: TimestampVerdict): TimestampSummary | undefined {
  if (token === undefined) return undefined;
  const { info } = token;
  return {
    gen_time: info.genTimeText,
    policy_oid: info.policy,
    serial: info.serialHex,
    hash_algorithm: info.imprint.algorithm ?? info.imprint.algorithmOid,
    hash: encodeHex(info.imprint.digest),
    trusted_by: profile,
    signer: chain[0]?.subject.commonName ?? chain[0]?.subject.text,
  };
}

// ── Blockchain proof ─────────────────────────────────────────────────────────

async function verifyXml(
  engine: CryptoEngine,
  evidence: Evidence,
  xml: Uint8Array,
  tsr: Uint8Array | undefined,
): Promise<{ part: Part; summary: BlockchainSummary | undefined }> {
  const fileSha256 = await evidence.digest?.('SHA-256');
  const isComparable = evidence.digest === undefined || fileSha256 !== undefined;
  if (isOriginStampXml(xml)) {
    const { verdict, checks } = await verifyOriginStampXml(engine, xml, fileSha256 ? { fileSha256 } : {});
    const part = {
      checks: prefixed('originstamp', isComparable ? checks : notCompared(checks)),
      warnings: [],
      isGood: verdict === 'consistent' && isComparable,
    };
    return { part, summary: undefined };
  }
  const token = tsr && readToken(tsr);
  const tokenSha256 = token && (await engine.digest('SHA-256', token.der));
  const verdict = await verifyBlockchainProof(
    engine,
    xml,
    { ...(fileSha256 && { fileSha256 }), ...(tokenSha256 && { tokenSha256 }) },
    {
      ...(evidence.logKeys && { logKeys: evidence.logKeys }),
      ...(evidence.trustedBlocks && { trustedBlocks: evidence.trustedBlocks }),
    },
  );
  const isGood = isComparable && (verdict.verdict === 'consistent' || verdict.verdict === 'on_chain');
  const checks = verdict.checks.map(({ name, anchor, outcome, because }) => ({
    name: anchor === undefined ? name : `anchor ${anchor}.${name}`,
    outcome,
    because,
  }));
  return {
    part: {
      checks: prefixed('blockchain', isComparable ? checks : notCompared(checks)),
      warnings: verdict.warnings,
      isGood,
    },
    summary: verdict.proof && {
      state: verdict.verdict,
      anchors: verdict.proof.anchors.map(({ network, trust, block }) => ({
        network,
        trust,
        block_number: block.number,
        block_hash: encodeHex(block.hash),
        block_time: new Date(block.timeSeconds * 1000).toISOString(),
      })),
    },
  };
}

/** If only another digest of the document is known, nothing was compared, so the check must not pass. */
function notCompared(checks: readonly EvidenceCheck[]): EvidenceCheck[] {
  const because = 'the proof is over a SHA-256; give the file, or its SHA-256';
  return checks.map((check) =>
    check.name === 'document_digest' ? { ...check, outcome: 'fail', because } : check,
  );
}

function prefixed(part: string, checks: readonly EvidenceCheck[]): EvidenceCheck[] {
  return checks.map(({ name, outcome, because }) => ({ name: `${part}.${name}`, outcome, because }));
}
