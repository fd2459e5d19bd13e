/**
 * Judges whether a chain's certificates had been revoked when a time stamp was made. This is separate from the verdict
 * on the stamp itself, which needs no network and must not change when an issuer's server is unreachable.
 */
import { equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { findRevocations, type RevocationList, scopeProblem } from './crl.ts';
import type { OcspAnswer } from './ocsp.ts';
import type { Revocation, RevocationReason } from './revocation-reason.ts';
import type { SigningCertificate } from './x509.ts';

/** Only evidence returned by `verifyCrl` or `verifyOcspResponse`. */
export type RevocationEvidence = { crl: RevocationList } | { ocsp: OcspAnswer };

export type RevocationJudgement = {
  /** The state at the stamp's time. It is also `good` if a later revocation leaves the stamp valid. */
  outcome: 'good' | 'revoked' | 'unknown';
  because: string;
  /** Set if the certificate has been revoked, even if the stamp stays valid. */
  revocation: Revocation | undefined;
};

/** Reported beside the checks of a `TimestampVerdict`, never as one of them. */
export type RevocationCheck = { name: 'revocation'; outcome: 'pass' | 'fail' | 'skipped'; because: string };

export type RevocationReport = RevocationJudgement & { check: RevocationCheck };

/** Allowed difference between an issuer's clock and ours. */
export const REVOCATION_CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Judges one certificate for a stamp made at `at`. A revocation that invalidates the stamp outweighs everything else.
 * Otherwise, one piece of evidence that clears the certificate is enough. `now` is when the evidence is examined, which
 * may be long after `at`.
 */
export function judgeRevocation(
  certificate: SigningCertificate,
  evidence: readonly RevocationEvidence[],
  at: Date,
  now: Date = at,
): RevocationJudgement {
  const judged = evidence.map((piece) => judgePiece(certificate, piece, at, now));
  const worst = judged.find(({ outcome }) => outcome === 'revoked');
  const later = judged.find(({ outcome, revocation }) => outcome === 'good' && revocation !== undefined);
  const cleared = judged.find(({ outcome }) => outcome === 'good');
  const decisive = worst ?? later ?? cleared;
  if (decisive !== undefined) return decisive;
  const reasons = judged.map(({ because }) => because);
  return unknown(reasons.length > 0 ? reasons.join('; ') : `nothing is known about ${nameOf(certificate)}`);
}

/** Combines the judgements of a chain's certificates; none means that the signer is itself a root. */
export function reportRevocation(judgements: readonly RevocationJudgement[]): RevocationReport {
  const [first] = [...judgements].sort((a, b) => GRAVITY[b.outcome] - GRAVITY[a.outcome]);
  const outcome = first?.outcome ?? 'good';
  const relevant = judgements.filter((judgement) => judgement.outcome === outcome);
  const because =
    relevant.map((judgement) => judgement.because).join('; ') || 'the signer is itself a trusted root';
  const check: RevocationCheck = { name: 'revocation', outcome: CHECK_OUTCOME[outcome], because };
  const revocation = relevant.find((judgement) => judgement.revocation !== undefined)?.revocation;
  return { outcome, because, revocation, check };
}

const GRAVITY = { good: 0, unknown: 1, revoked: 2 } as const;
const CHECK_OUTCOME = { good: 'pass', unknown: 'skipped', revoked: 'fail' } as const;

/** Why evidence with these dates says nothing about the time `at`, or undefined. */
export function freshnessProblem(
  { thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate: Date | undefined },
  at: Date,
  now: Date = at,
): string | undefined {
  // Some issuers sign lists in advance. If such a list leaked before its date, it would hide every revocation made
  // until then.
  if (thisUpdate.getTime() > now.getTime() + REVOCATION_CLOCK_TOLERANCE_MS) {
    return `is dated ${thisUpdate.toISOString()}, which is in the future`;
  }
  if (nextUpdate !== undefined && at > nextUpdate) return `ran out on ${nextUpdate.toISOString()}`;
  if (nextUpdate === undefined && at.getTime() > thisUpdate.getTime() + REVOCATION_CLOCK_TOLERANCE_MS) {
    return `is of ${thisUpdate.toISOString()} and does not say how long it holds`;
  }
  return undefined;
}

function judgePiece(
  certificate: SigningCertificate,
  evidence: RevocationEvidence,
  at: Date,
  now: Date,
): RevocationJudgement {
  const isList = 'crl' in evidence;
  const source = isList ? 'the revocation list' : 'the OCSP answer';
  const problem = isList ? listProblem(evidence.crl, certificate) : answerProblem(evidence.ocsp, certificate);
  if (problem !== undefined)
    return unknown(`${source} is no evidence about ${nameOf(certificate)}: ${problem}`);
  const dates = isList ? evidence.crl : evidence.ocsp;
  const staleness = freshnessProblem(dates, at, now);
  const revocations = isList ? findRevocations(evidence.crl, certificate) : [evidence.ocsp.revocation];
  const judged = revocations
    .flatMap((revocation) => revocation ?? [])
    // Old evidence is enough for a final revocation, but a certificate that was only on hold may have been released
    // since.
    .filter(({ reason }) => staleness === undefined || reason !== 'certificateHold')
    .map((revocation) => judgeRevoked(certificate, revocation, at));
  const gravest = judged.find(({ outcome }) => outcome === 'revoked') ?? judged[0];
  if (gravest !== undefined) return gravest;
  if (staleness !== undefined) return unknown(`${source} about ${nameOf(certificate)} ${staleness}`);
  // RFC 5280 §3.3: a list may omit expired certificates, revoked or not.
  if (dates.thisUpdate.getTime() >= certificate.notAfter.getTime() + 1000) {
    return unknown(`${source} was made after ${nameOf(certificate)} had expired`);
  }
  const because = `${source} of ${dates.thisUpdate.toISOString()} clears ${nameOf(certificate)}`;
  return { outcome: 'good', because, revocation: undefined };
}

function listProblem(list: RevocationList, certificate: SigningCertificate): string | undefined {
  try {
    return scopeProblem(list, certificate);
  } catch (error) {
    if (error instanceof ProofError) return error.message;
    throw error;
  }
}

function answerProblem(answer: OcspAnswer, certificate: SigningCertificate): string | undefined {
  if (!equalBytes(answer.certificateDer, certificate.der)) return 'it is about another certificate';
  return answer.status === 'unknown' ? 'the responder does not know it' : undefined;
}

/**
 * RFC 3161 §4 (1): if one of these reasons is stated, stamps from before the revocation stay valid. Without a reason,
 * or with any other, the key may have been compromised before anyone noticed, and then the date in a stamp proves
 * nothing (§4 (2)).
 */
const HARMLESS_REASONS: ReadonlySet<RevocationReason | undefined> = new Set([
  'unspecified',
  'affiliationChanged',
  'superseded',
  'cessationOfOperation',
] as const);

function judgeRevoked(
  certificate: SigningCertificate,
  revocation: Revocation,
  at: Date,
): RevocationJudgement {
  const { at: revokedAt, reason } = revocation;
  const fact = `${nameOf(certificate)} was revoked on ${revokedAt.toISOString()} (${reason ?? 'no reason given'})`;
  if (revokedAt <= at) return { outcome: 'revoked', because: fact, revocation };
  if (HARMLESS_REASONS.has(reason)) {
    const because = `${fact}, after the stamp, which RFC 3161 §4 (1) therefore leaves standing`;
    return { outcome: 'good', because, revocation };
  }
  const because = `${fact}; RFC 3161 §4 then undoes earlier stamps too`;
  return { outcome: 'revoked', because, revocation };
}

function unknown(because: string): RevocationJudgement {
  return { outcome: 'unknown', because, revocation: undefined };
}

function nameOf({ subject }: SigningCertificate): string {
  return `"${subject.commonName ?? subject.text}"`;
}
