/**
 * Judges whether a time stamp still proves something after its keys have ended: the signer's certificates have expired,
 * one was revoked, or an algorithm is no longer trusted. A stamp made before that day counts only if something else
 * shows that it existed by then, namely a checkpoint of the log that holds the token and was stamped in time
 * (`renewal.ts`).
 */

import { type CheckOutcome, fail, pass, skip, uncheckable } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import type { BrokenAlgorithm } from '../timestamps/algorithms-of-stamp.ts';
import {
  earliest,
  expiriesOf,
  type Harm,
  harmsTo,
  readAnswers,
  type SortedAnswers,
  type Stamped,
} from '../timestamps/key-harms.ts';
import type { TimestampToken } from '../timestamps/timestamp.ts';
import type { TimestampVerdict } from '../timestamps/timestamp-verdict.ts';
import { judgeRevocation, reportRevocation } from '../x509/revocation.ts';
import type { SigningChain } from '../x509/signing-chain.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { type Renewal, type ShownRenewal, signerOf, verifyRenewal } from './renewal.ts';

/** Evidence that was kept with a token for later years. */
export type Lasting = {
  /** Stamped checkpoints of the log that hold the token, the earliest first. */
  renewals: readonly Renewal[];
  /** Revocation lists and OCSP answers about the chains, as PEM. */
  revocation: Uint8Array | undefined;
};

export type LastingOptions = {
  /** The day of the verification; defaults to the newest date in the evidence. */
  now?: Date | undefined;
  /** Algorithms that the verifier counts as broken. */
  broken?: readonly BrokenAlgorithm[] | undefined;
  logKeys?: readonly string[] | undefined;
};

export type LastingVerdict = {
  checks: readonly CheckOutcome<string>[];
  warnings: readonly { code: string; message: string }[];
  /** No check failed. */
  isGood: boolean;
};

/** Undefined if there is nothing to judge: no kept evidence, and no day to judge at. */
export async function judgeLasting(
  engine: CryptoEngine,
  stamp: TimestampVerdict,
  fileSha256: Uint8Array | undefined,
  { renewals, revocation }: Lasting,
  trust: readonly TrustProfile[],
  options: LastingOptions,
): Promise<LastingVerdict | undefined> {
  const { token, chain } = stamp;
  const isAsked = renewals.length > 0 || revocation !== undefined || options.now !== undefined;
  if (token === undefined || stamp.verdict !== 'trusted' || !isAsked) return undefined;
  const shown: ShownRenewal[] = [];
  for (const [i, renewal] of renewals.entries()) {
    const prefix = i === 0 ? '' : 'later_';
    const { logKeys } = options;
    shown.push(await verifyRenewal(engine, renewal, { token, fileSha256 }, trust, { logKeys, prefix }));
  }
  const chains = [chain, ...shown.map((one) => one.stamp.chain)];
  const sorted = await readAnswers(engine, revocation, chains);
  if ('outcome' in sorted) return verdictOf([...shown.flatMap(({ checks }) => checks), sorted], []);
  const asOf = options.now ?? newestOf(token, shown);
  const judged = judgeKeys({ token, chain }, shown, sorted, asOf, options.broken ?? []);
  const [unchecked] = sorted.unchecked;
  const answers = unchecked === undefined ? judged.revocation : uncheckable('revocation', unchecked);
  const said = revocation === undefined ? [] : [answers];
  return verdictOf([...said, ...shown.flatMap(({ checks }) => checks), judged.keys], judged.warnings);
}

function verdictOf(
  checks: readonly CheckOutcome<string>[],
  warnings: LastingVerdict['warnings'],
): LastingVerdict {
  return { checks, warnings, isGood: checks.every(({ outcome }) => outcome !== 'fail') };
}

/** The newest time that a signature in the evidence states. */
function newestOf({ info }: TimestampToken, shown: readonly ShownRenewal[]): Date {
  const times = shown.flatMap(({ stamp }) => stamp.token?.info.genTime ?? []);
  return new Date(Math.max(...[info.genTime, ...times].map((time) => time.getTime())));
}

// ── The keys ─────────────────────────────────────────────────────────────────

function judgeKeys(
  stamped: Stamped,
  shown: readonly ShownRenewal[],
  sorted: SortedAnswers,
  asOf: Date,
  broken: readonly BrokenAlgorithm[],
): { keys: CheckOutcome<string>; revocation: CheckOutcome<string>; warnings: LastingVerdict['warnings'] } {
  const harm = earliest(harmsTo(stamped, sorted, asOf, broken));
  const expiry = earliest(expiriesOf(stamped.chain, asOf));
  const rescue = earliestRescue(shown, sorted, asOf, broken);
  const keys = conclude(stamped.token, harm, expiry, shown, rescue, asOf);
  const isExpired = keys.outcome === 'skipped';
  const aged =
    rescue && keys.outcome === 'pass' && (harm ?? expiry)
      ? earliest(expiriesOf(rescue.chain, asOf))
      : undefined;
  const warnings = [
    ...(isExpired ? [{ code: 'signer_expired', message: keys.because }] : []),
    ...(aged
      ? [{ code: 'checkpoint_signer_expired', message: `of the checkpoint's stamp, ${aged.words}` }]
      : []),
  ];
  return { keys, revocation: reportOn(stamped, sorted, asOf, keys), warnings };
}

type Rescue = { at: Date; words: string; chain: SigningChain };

/** The earliest stamped checkpoint whose own keys are still believed. */
function earliestRescue(
  shown: readonly ShownRenewal[],
  sorted: SortedAnswers,
  asOf: Date,
  broken: readonly BrokenAlgorithm[],
): Rescue | undefined {
  // The leaf, the tree and the note are connected by SHA-256. If SHA-256 is broken, the path may lead to anything.
  if (broken.some(({ algorithm, since }) => algorithm === 'SHA-256' && since <= asOf)) return undefined;
  const rescues = shown.flatMap(({ state, stamp }): Rescue[] => {
    const { token, chain } = stamp;
    if (state !== 'shown' || token === undefined) return [];
    if (harmsTo({ token, chain }, sorted, asOf, broken).length > 0) return [];
    const { genTime, genTimeText, accuracyMs = 0 } = token.info;
    const at = new Date(genTime.getTime() + accuracyMs);
    return [{ at, chain, words: `was stamped on ${genTimeText} by ${signerOf(stamp)}` }];
  });
  return earliest(rescues);
}

function conclude(
  { info }: TimestampToken,
  harm: Harm | undefined,
  expiry: Harm | undefined,
  shown: readonly ShownRenewal[],
  rescue: Rescue | undefined,
  asOf: Date,
): CheckOutcome<string> {
  const end = harm ?? expiry;
  if (end === undefined) {
    const because = `the signer's certificates are in date on ${asOf.toISOString()}, and nothing here says that one was revoked`;
    return pass('keys', because);
  }
  if (harm !== undefined && harm.at <= info.genTime) {
    return fail('keys', `${harm.words}; that was before the token was made`);
  }
  if (rescue !== undefined && rescue.at < end.at) {
    const because = `${end.words}; the token existed before that: the checkpoint of the log that holds it ${rescue.words}`;
    return pass('keys', because);
  }
  const because = `${end.words}; ${missing(shown, rescue)}`;
  // Expiry alone is no sign of a forgery: the chain was valid at the token's own time (RFC 3161 appendix B).
  return harm === undefined ? skip('keys', because) : fail('keys', because);
}

function missing(shown: readonly ShownRenewal[], rescue: Rescue | undefined): string {
  if (rescue !== undefined) {
    return `the checkpoint of the log that holds the token ${rescue.words}, too late to show that it existed before`;
  }
  if (shown.length > 0)
    return 'the stamp over the checkpoint is itself no longer believed or not trusted here';
  return 'missing: a checkpoint of the log that holds the token, stamped before that day (checkpoint.txt and checkpoint.tsr of a bundle)';
}

/**
 * Reports what revocation lists and OCSP responders said. A revocation after the stamp is judged together with the
 * keys.
 */
function reportOn(
  { token, chain }: Stamped,
  { about }: SortedAnswers,
  asOf: Date,
  keys: CheckOutcome<string>,
): CheckOutcome<string> {
  const judgements = chain
    .slice(0, -1)
    .map((certificate) => judgeRevocation(certificate, about(certificate), token.info.genTime, asOf));
  const { check } = reportRevocation(judgements);
  if (check.outcome !== 'fail' || keys.outcome === 'fail') return check;
  return { ...check, outcome: 'pass', because: `${check.because}; the token is shown to be older` };
}
