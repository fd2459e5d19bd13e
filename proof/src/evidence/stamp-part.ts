/** What a time stamp contributes to the verdict. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex, equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { decodeTimestampResponse, type TimestampToken } from '../timestamps/timestamp.ts';
import type { Check, TimestampVerdict } from '../timestamps/timestamp-verdict.ts';
import { verifyTimestamp } from '../timestamps/timestamp-verify.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { type EvidenceCheck, prefixed } from './evidence-check.ts';
import type { Part, TimestampSummary } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';

type StampPart = {
  part: Part;
  summary: TimestampSummary | undefined;
  accredited: boolean;
  verdict: TimestampVerdict;
  /** Whether the stamp is over a tree of hashes that leads to the document. */
  isShared: boolean;
};

type StampTrust = {
  /** Certificates that may complete the chain. */
  certificates: readonly Uint8Array[];
  trust: readonly TrustProfile[];
  /** A token over a tree of hashes, which an evidence record has shown to cover the document. */
  shared: TimestampToken | undefined;
};

export async function verifyStamp(
  engine: CryptoEngine,
  evidence: Evidence,
  tsr: Uint8Array,
  { certificates, trust, shared }: StampTrust,
): Promise<StampPart> {
  const token = readToken(tsr);
  const algorithm = token?.info.imprint.algorithm;
  const value = algorithm && (await evidence.digest?.(algorithm));
  const isShared = isSameToken(token, shared);
  const isUncompared = algorithm === undefined || value === undefined || isShared;
  const expected = isUncompared ? {} : { digest: { algorithm, value } };
  const verdict = await verifyTimestamp(engine, tsr, expected, trust, { certificates });
  const isComparable = evidence.digest === undefined || value !== undefined || algorithm === undefined;
  const from = trust.find(({ name }) => name === verdict.profile)?.from;
  const isConfirmed = verdict.verdict === 'trusted' && from !== 'evidence' && isComparable;
  const checks = verdict.checks.map((check) => {
    if (check.name === 'imprint' && isShared) return { ...check, outcome: 'pass' as const, because: IN_TREE };
    if (check.name === 'imprint' && !isComparable) return notCompared(check, algorithm ?? '');
    return check.name === 'chain' ? judgeChain(check, verdict, trust, from) : amberIfTolerated(check);
  });
  return {
    part: {
      checks: prefixed('timestamp', checks),
      warnings: verdict.warnings,
      answers: ['document', 'root'],
      reaches: isConfirmed ? ['root'] : [],
    },
    summary: summarize(verdict, isConfirmed),
    accredited: isConfirmed && verdict.accredited,
    verdict,
    isShared,
  };
}

const IN_TREE =
  'the token stamps a tree of hashes, and the evidence record leads from this document to what was stamped';

/** Whether the token is the one that the evidence record beside it has shown to cover the document. */
export function isSameToken(token: TimestampToken | undefined, shared: TimestampToken | undefined): boolean {
  return token !== undefined && shared !== undefined && equalBytes(token.der, shared.der);
}

/** Undefined if the token cannot be read; the checks report that. */
export function readToken(tsr: Uint8Array): TimestampToken | undefined {
  try {
    return decodeTimestampResponse(tsr).token;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

/** The document's digest is known, but not under the token's algorithm, so nothing was compared. */
function notCompared(check: Check, algorithm: string): EvidenceCheck {
  const because = `the token stamps a ${algorithm}; give the file, or its ${algorithm}`;
  return { ...check, outcome: 'fail', because };
}

/** A chain that leads to no known root is a contradiction only if the caller demanded a root. */
function judgeChain(
  check: Check,
  { isAuthorityUnknown, verdict }: TimestampVerdict,
  trust: readonly TrustProfile[],
  from: TrustProfile['from'],
): EvidenceCheck {
  if (verdict === 'trusted' && from === 'evidence') {
    const because = `${check.because}; that root came with the evidence, and nobody vouches for it here`;
    return { ...check, outcome: 'unconfirmed', because };
  }
  const isAskedFor = trust.some((profile) => profile.from === 'demanded');
  return isAuthorityUnknown && !isAskedFor ? { ...check, outcome: 'unconfirmed' } : amberIfTolerated(check);
}

function amberIfTolerated(check: Check): EvidenceCheck {
  return check.tolerated === undefined ? check : { ...check, outcome: 'tolerated' };
}

function summarize(
  { token, profile, chain }: TimestampVerdict,
  isConfirmed: boolean,
): TimestampSummary | undefined {
  if (token === undefined) return undefined;
  const { info } = token;
  return {
    gen_time: info.genTimeText,
    policy_oid: info.policy,
    serial: info.serialHex,
    hash_algorithm: info.imprint.algorithm ?? info.imprint.algorithmOid,
    hash: encodeHex(info.imprint.digest),
    trusted_by: isConfirmed ? profile : undefined,
    signer: chain[0]?.subject.commonName ?? chain[0]?.subject.text,
  };
}
