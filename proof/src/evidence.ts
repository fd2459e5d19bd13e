/** Judges whatever somebody holds of a certificate: a file or its digest, a time stamp, a bundle. */
import type { StrongHash } from './algorithms.ts';
import { readBundle } from './bundle.ts';
import { encodeHex } from './bytes.ts';
import type { CryptoEngine } from './crypto-engine.ts';
import { ProofError } from './proof-error.ts';
import { decodeTimestampResponse } from './timestamp.ts';
import type { TimestampVerdict, Warning } from './timestamp-verdict.ts';
import { verifyTimestamp } from './timestamp-verify.ts';
import type { TrustProfile } from './trust-profile.ts';

export type Evidence = {
  /** The document: its digest under the algorithm that a proof turns out to use, or undefined if not known. */
  digest?: (algorithm: StrongHash) => Promise<Uint8Array | undefined>;
  /** A time-stamp response or a bare token. */
  tsr?: Uint8Array;
  bundle?: Uint8Array;
  /** Certificates that may complete a chain; they are not trusted. */
  certificates?: readonly Uint8Array[];
};

export type EvidenceCheck = { name: string; outcome: 'pass' | 'fail' | 'skipped'; because: string };

export type EvidenceVerdict = {
  /** Valid when every check that was asked for holds; what was not asked is skipped and said so. */
  verdict: 'valid' | 'invalid';
  accredited: boolean;
  checks: readonly EvidenceCheck[];
  warnings: readonly Warning[];
  /** What the time stamp says, whether or not it is to be believed. */
  timestamp: TimestampSummary | undefined;
};

export type TimestampSummary = {
  gen_time: string;
  policy_oid: string;
  serial: string;
  hash_algorithm: string;
  hash: string;
  /** Name of the trust profile at whose root the chain ends. */
  trusted_by: string | undefined;
  signer: string | undefined;
};

export async function verifyEvidence(
  engine: CryptoEngine,
  evidence: Evidence,
  trust: readonly TrustProfile[],
): Promise<EvidenceVerdict> {
  const checks: EvidenceCheck[] = [];
  const unpacked = evidence.bundle && unpack(evidence.bundle, checks);
  const tsr = unpacked?.tsr ?? evidence.tsr;
  if (tsr === undefined)
    return { verdict: 'invalid', accredited: false, checks, warnings: [], timestamp: undefined };

  const stamp = await verifyStamp(
    engine,
    evidence,
    tsr,
    [...(evidence.certificates ?? []), ...(unpacked?.chain ?? [])],
    trust,
  );
  checks.push(...stamp.checks.map((check) => ({ ...check, name: `timestamp.${check.name}` })));
  const isValid = stamp.verdict === 'trusted' && checks.every(({ outcome }) => outcome !== 'fail');
  return {
    verdict: isValid ? 'valid' : 'invalid',
    accredited: isValid && stamp.accredited,
    checks,
    warnings: stamp.warnings,
    timestamp: summarize(stamp),
  };
}

function unpack(zip: Uint8Array, checks: EvidenceCheck[]): ReturnType<typeof readBundle> | undefined {
  try {
    const contents = readBundle(zip);
    checks.push({ name: 'bundle.structure', outcome: 'pass', because: 'the archive is as it was issued' });
    return contents;
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    checks.push({ name: 'bundle.structure', outcome: 'fail', because: error.message });
    return undefined;
  }
}

async function verifyStamp(
  engine: CryptoEngine,
  evidence: Evidence,
  tsr: Uint8Array,
  certificates: readonly Uint8Array[],
  trust: readonly TrustProfile[],
): Promise<TimestampVerdict> {
  const algorithm = imprintAlgorithm(tsr);
  const value = algorithm && (await evidence.digest?.(algorithm));
  const expected = algorithm === undefined || value === undefined ? {} : { digest: { algorithm, value } };
  const verdict = await verifyTimestamp(engine, tsr, expected, trust, { certificates });
  // A document was given, but only under a digest that this token does not use: nothing was compared, so
  // nothing may pass.
  if (evidence.digest === undefined || value !== undefined || algorithm === undefined) return verdict;
  const because = `the token stamps a ${algorithm}; give the file, or its ${algorithm}`;
  const checks = verdict.checks.map((check) =>
    check.name === 'imprint' ? { ...check, outcome: 'fail' as const, because } : check,
  );
  return { ...verdict, verdict: 'untrusted', accredited: false, checks };
}

/** Undefined where the token cannot be read or uses no acceptable algorithm; the verdict then says so itself. */
function imprintAlgorithm(tsr: Uint8Array): StrongHash | undefined {
  try {
    return decodeTimestampResponse(tsr).token?.info.imprint.algorithm;
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
