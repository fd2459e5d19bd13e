/**
 * Verifies an evidence record (RFC 4998 §4.3, §5.3). The object must be in the first tree of every chain, and each
 * token must be covered by the next stamp. The keys of each stamp must have been good when the next one was made, and
 * those of the last stamp on the day of the verification.
 */

import { type CheckOutcome, fail, failedBy, pass, skip, uncheckable } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import type { BrokenAlgorithm } from '../timestamps/algorithms-of-stamp.ts';
import { expiriesOf, type Harm, harmsTo, readAnswers, type SortedAnswers } from '../timestamps/key-harms.ts';
import type { TimestampVerdict } from '../timestamps/timestamp-verdict.ts';
import { type VerifyOptions, verifyTimestamp } from '../timestamps/timestamp-verify.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { decodeEvidenceRecord, type EvidenceRecord } from './evidence-record.ts';
import {
  checkDigests,
  checkOrder,
  checkTree,
  type Finding,
  type Placed,
  placeStamps,
} from './record-checks.ts';
import { checkObjects, checkRenewals, type ObjectDigest } from './record-links.ts';

export type RecordCheckName =
  | 'structure'
  | 'digests'
  | 'order'
  | 'tree'
  | 'object'
  | 'renewals'
  | 'stamps'
  | 'chain'
  | 'revocation'
  | 'keys';

export type RecordCheck = CheckOutcome<RecordCheckName>;

export type RecordQuestion = {
  /** The object, or some or all objects of a group that was stamped together. */
  objects: readonly [ObjectDigest, ...ObjectDigest[]];
  /** The group holds these objects and no others. */
  isWholeGroup?: boolean;
  /** The day of the verification. */
  at: Date;
  /** Algorithms that the verifier counts as broken. */
  broken?: readonly BrokenAlgorithm[] | undefined;
  /** Kept revocation lists and OCSP answers, as PEM. */
  revocation?: Uint8Array | undefined;
} & VerifyOptions;

export type RecordVerdict = {
  verdict: 'trusted' | 'untrusted';
  /** The record is untrusted only because a stamp leads to no known root. */
  isAuthorityUnknown: boolean;
  /** Always in the same order. */
  checks: readonly RecordCheck[];
  /** Undefined if the record cannot be read. */
  record: EvidenceRecord | undefined;
  /** The verdict on each stamp at its own time, the oldest first. */
  stamps: readonly TimestampVerdict[];
};

export async function verifyEvidenceRecord(
  engine: CryptoEngine,
  bytes: Uint8Array,
  question: RecordQuestion,
  trust: readonly TrustProfile[],
): Promise<RecordVerdict> {
  const record = readRecord(bytes);
  if ('outcome' in record) return conclude([record], undefined, []);
  const placed = placeStamps(record);
  const count = placed.length;
  const structure = pass(
    'structure',
    `an evidence record with ${counted(count, 'time stamp')} in ${counted(record.chains.length, 'chain')}`,
  );
  const stamps: TimestampVerdict[] = [];
  for (const { stamp } of placed) {
    stamps.push(await verifyTimestamp(engine, stamp.token.der, {}, trust, question));
  }
  const checks: RecordCheck[] = [
    structure,
    summarize(
      'digests',
      checkDigests(placed, record),
      'each chain has one strong hash, which is that of its stamps',
    ),
    summarize('order', checkOrder(placed, question.at), timesOf(placed)),
    summarize(
      'tree',
      await checkTree(engine, placed),
      'each reduced tree leads to the hash that was stamped',
    ),
    summarize(
      'object',
      await checkObjects(engine, record, question),
      'the object is in the first tree of every chain',
    ),
    summarize('renewals', await checkRenewals(engine, record), renewed(count)),
    summarize('stamps', stamps.map(judgeStamp), 'each stamp was signed by a time-stamping authority'),
    summarize('chain', stamps.map(judgeChain), 'each signer led to a trusted root at the time of its stamp'),
    ...(await judgeKeys(engine, placed, stamps, question)),
  ];
  return conclude(checks, record, stamps);
}

function readRecord(bytes: Uint8Array): EvidenceRecord | RecordCheck {
  try {
    return decodeEvidenceRecord(bytes);
  } catch (error) {
    return failedBy('structure', error);
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function renewed(count: number): string {
  return count === 1 ? 'the stamp was not renewed' : 'each token is covered by the next stamp of its chain';
}

function timesOf(placed: readonly Placed[]): string {
  const [first] = placed;
  const last = placed[placed.length - 1];
  const text = `stamped on ${first?.stamp.token.info.genTimeText}`;
  return first === last ? text : `${text}, and last renewed on ${last?.stamp.token.info.genTimeText}`;
}

/** Reports all failures if there are any, otherwise what could not be checked, otherwise the sentence `holds`. */
function summarize(name: RecordCheckName, findings: readonly Finding[], holds: string): RecordCheck {
  const told = findings.flatMap((finding, i) =>
    finding === undefined ? [] : [{ ...finding, at: finding.at ?? i }],
  );
  const problems = told.filter(({ isUncheckable }) => isUncheckable !== true);
  const words = (some: readonly { at: number; because: string }[]): string =>
    some
      .slice(0, MOST_TOLD)
      .map(({ at, because }) => `stamp ${at + 1}: ${because}`)
      .join('; ');
  if (problems.length > 0) return fail(name, words(problems));
  return told.length > 0 ? uncheckable(name, words(told)) : pass(name, holds);
}

const MOST_TOLD = 3;

// ── The stamps ───────────────────────────────────────────────────────────────

/** Judges every check of the stamp except its chain to a root, which has a check of its own. */
function judgeStamp({ checks }: TimestampVerdict): Finding {
  const others = checks.filter(({ name }) => name !== 'chain');
  const failed = others.filter(({ outcome }) => outcome === 'fail');
  if (failed.length > 0)
    return { because: failed.map(({ name, because }) => `${name}: ${because}`).join('; ') };
  const unchecked = others.find(({ isUncheckable }) => isUncheckable === true);
  return unchecked && { because: unchecked.because, isUncheckable: true };
}

function judgeChain({ checks }: TimestampVerdict): Finding {
  const chain = checks.find(({ name }) => name === 'chain');
  if (chain === undefined || chain.outcome === 'pass') return undefined;
  return { because: chain.because, ...(chain.outcome === 'skipped' && { isUncheckable: true }) };
}

async function judgeKeys(
  engine: CryptoEngine,
  placed: readonly Placed[],
  stamps: readonly TimestampVerdict[],
  { revocation, at, broken = [] }: RecordQuestion,
): Promise<RecordCheck[]> {
  const sorted = await readAnswers(
    engine,
    revocation,
    stamps.map(({ chain }) => chain),
  );
  if ('outcome' in sorted) return [{ ...sorted, name: 'revocation' }];
  const [unchecked] = sorted.unchecked;
  const findings = stamps.map((stamp, i) => judgeKeysOf(stamp, placed[i + 1], sorted, at, broken));
  return [
    ...(unchecked === undefined ? [] : [uncheckable('revocation' as const, unchecked)]),
    summarize(
      'keys',
      findings,
      'the keys of each stamp were believed until the next one was made, and the last are now',
    ),
  ];
}

/**
 * RFC 4998 §5.3: the key must have been good when the next stamp was made, because the next stamp shows that this one
 * existed by then.
 */
function judgeKeysOf(
  { token, chain }: TimestampVerdict,
  next: Placed | undefined,
  sorted: SortedAnswers,
  at: Date,
  broken: readonly BrokenAlgorithm[],
): Finding {
  // Without a chain there are no keys to judge, and the check of the chain has already failed.
  if (token === undefined || chain.length === 0) return undefined;
  const info = next?.stamp.token.info;
  const until = info === undefined ? at : new Date(info.genTime.getTime() + (info.accuracyMs ?? 0));
  const harms: Harm[] = [...harmsTo({ token, chain }, sorted, at, broken), ...expiriesOf(chain, until)];
  const harm = harms.find((one) => one.at <= until);
  if (harm === undefined) return undefined;
  const since =
    next === undefined
      ? 'it was not renewed before that'
      : `it was renewed too late, on ${info?.genTimeText}`;
  return { because: `${harm.words}; ${since}` };
}

// ── The verdict ──────────────────────────────────────────────────────────────

const CHECK_ORDER: readonly RecordCheckName[] = [
  'structure',
  'digests',
  'order',
  'tree',
  'object',
  'renewals',
  'stamps',
  'chain',
  'revocation',
  'keys',
];

function conclude(
  found: readonly RecordCheck[],
  record: EvidenceRecord | undefined,
  stamps: readonly TimestampVerdict[],
): RecordVerdict {
  const checks = CHECK_ORDER.map(
    (name) => found.find((check) => check.name === name) ?? skip(name, 'nothing here to look at'),
  );
  const isSound = (check: RecordCheck): boolean =>
    check.outcome === 'pass' ||
    (check.name === 'revocation' && check.outcome === 'skipped' && !check.isUncheckable);
  const isAuthorityUnknown =
    stamps.some((stamp) => stamp.isAuthorityUnknown) &&
    checks.every(
      (check) =>
        isSound(check) ||
        (check.name === 'chain' &&
          stamps.every((stamp) => stamp.isAuthorityUnknown || stamp.verdict === 'trusted')),
    );
  return {
    verdict: checks.every(isSound) ? 'trusted' : 'untrusted',
    isAuthorityUnknown,
    checks,
    record,
    stamps,
  };
}
