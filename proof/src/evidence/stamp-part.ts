/** What a time stamp contributes to the verdict. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeHex } from '../encoding/bytes.ts';
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
};

export async function verifyStamp(
  engine: CryptoEngine,
  evidence: Evidence,
  tsr: Uint8Array,
  certificates: readonly Uint8Array[],
  trust: readonly TrustProfile[],
): Promise<StampPart> {
  const algorithm = readToken(tsr)?.info.imprint.algorithm;
  const value = algorithm && (await evidence.digest?.(algorithm));
  const expected = algorithm === undefined || value === undefined ? {} : { digest: { algorithm, value } };
  const verdict = await verifyTimestamp(engine, tsr, expected, trust, { certificates });
  const isComparable = evidence.digest === undefined || value !== undefined || algorithm === undefined;
  const from = trust.find(({ name }) => name === verdict.profile)?.from;
  const isConfirmed = verdict.verdict === 'trusted' && from !== 'evidence' && isComparable;
  const checks = verdict.checks.map((check) => {
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
  };
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
