/**
 * Whether a chain's certificates had been revoked when a time stamp was made. Told apart from the verdict on
 * the stamp itself, which needs no network and does not change when an issuer's server is out of reach.
 */
import { equalBytes } from './bytes.ts';
import { findRevocations, type RevocationList, scopeProblem } from './crl.ts';
import type { OcspAnswer } from './ocsp.ts';
import { ProofError } from './proof-error.ts';
import type { Revocation, RevocationReason } from './revocation-reason.ts';
import type { SigningCertificate } from './x509.ts';

/** Only what `verifyCrl` or `verifyOcspResponse` let through. */
export type RevocationEvidence = { crl: RevocationList } | { ocsp: OcspAnswer };

export type RevocationJudgement = {
  /** As of the stamp's time; `good` also where the revocation came later and leaves the stamp standing. */
  outcome: 'good' | 'revoked' | 'unknown';
  because: string;
  /** Set wherever the certificate has been revoked, even if that does not undo the stamp. */
  revocation: Revocation | undefined;
};

/** Reported beside the checks of a `TimestampVerdict` and never one of them. */
export type RevocationCheck = { name: 'revocation'; outcome: 'pass' | 'fail' | 'skipped'; because: string };

export type RevocationReport = RevocationJudgement & { check: RevocationCheck };

/** How far the clocks of issuers may be from ours. */
export const REVOCATION_CLOCK_TOLERANCE_MS = 5 * 60_000;

/**
 * Judges one certificate for a stamp made at `at`. One revocation that undoes the stamp outweighs everything
 * else; short of that, one piece of evidence that clears the certificate is enough. `now` is when the
 * evidence is looked at, for stamps of long ago.
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

/** The judgements of all certificates of a chain as one; where there is none, nobody could revoke anything. */
export function reportRevocation(judgements: readonly RevocationJudgement[]): RevocationReport {
  const [first] = [...judgements].sort((a, b) => GRAVITY[b.outcome] - GRAVITY[a.outcome]);
  const outcome = first?.outcome ?? 'good';
  const relevant = judgements.filter((judgement) => judgement.outcome === outcome);
  const because =
    relevant.map((judgement) => judgement.because).join('; ') || 'the signer is trusted by itself';
  const check: RevocationCheck = { name: 'revocation', outcome: CHECK_OUTCOME[outcome], because };
  const revocation = relevant.find((judgement) => judgement.revocation !== undefined)?.revocation;
  return { outcome, because, revocation, check };
}

const GRAVITY = { good: 0, unknown: 1, revoked: 2 } as const;
const CHECK_OUTCOME = { good: 'pass', unknown: 'skipped', revoked: 'fail' } as const;

/** Why evidence with these dates does not tell how things stood at `at`, or undefined. */
export function freshnessProblem(
  { thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate: Date | undefined },
  at: Date,
  now: Date = at,
): string | undefined {
  // Some issuers sign lists ahead; one that has leaked would hide whatever is revoked until its day.
  if (thisUpdate.getTime() > now.getTime() + REVOCATION_CLOCK_TOLERANCE_MS) {
    return `is dated ${thisUpdate.toISOString()}, which is yet to come`;
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
    // A revocation is final however old the evidence of it; a certificate on hold may have been released since.
    .filter(({ reason }) => staleness === undefined || reason !== 'certificateHold')
    .map((revocation) => judgeRevoked(certificate, revocation, at));
  const gravest = judged.find(({ outcome }) => outcome === 'revoked') ?? judged[0];
  if (gravest !== undefined) return gravest;
  if (staleness !== undefined) return unknown(`${source} about ${nameOf(certificate)} ${staleness}`);
  // RFC 5280 §3.3: an expired certificate may be left out, revoked or not.
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
 * RFC 3161 §4 (1): with one of these reasons, expressly given, stamps from before the revocation stay good.
 * Without a reason, or with any other, the key may have been in wrong hands before anybody noticed, and then
 * the date in a stamp proves nothing (§4 (2)).
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
