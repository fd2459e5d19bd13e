/** What an evidence record (RFC 4998) contributes to the verdict. */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { decodeEvidenceRecord } from '../evidence-records/evidence-record.ts';
import type { ObjectDigest } from '../evidence-records/record-links.ts';
import {
  type RecordCheck,
  type RecordVerdict,
  verifyEvidenceRecord,
} from '../evidence-records/verify-record.ts';
import { ProofError } from '../proof-error.ts';
import type { TimestampToken } from '../timestamps/timestamp.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { type EvidenceCheck, prefixed } from './evidence-check.ts';
import type { Part } from './evidence-verdict.ts';
import type { LastingOptions } from './lasting.ts';

/** The part of a verifier's input that is needed here. */
type Given = LastingOptions & {
  digest?: (algorithm: StrongHash) => Promise<Uint8Array | undefined>;
  certificates?: readonly Uint8Array[];
  /** All objects that the record is about, given instead of the document. */
  group?: readonly ObjectDigest[];
};

type RecordPart = {
  part: Part;
  /** The first stamp. Undefined if the record cannot be read or was not judged. */
  first: TimestampToken | undefined;
  /** The first stamp, if it is over a tree of hashes and the record leads from the document to it. */
  shared: TimestampToken | undefined;
};

/**
 * A record cannot be judged without its object, because renewing the hash hashes the object again. It also cannot be
 * judged without a day: whether its last renewal still counts depends on the day. `beside` is the time stamp given with
 * the record. If it is the record's only stamp, the record merely connects the document with it, and the stamp is
 * judged as any other: after its signer's certificate has expired, it stays valid with a warning.
 */
export async function recordPart(
  engine: CryptoEngine,
  { digest, group = digest === undefined ? [] : [digest], certificates = [], now, broken }: Given,
  record: Uint8Array,
  trust: readonly TrustProfile[],
  beside: TimestampToken | undefined,
): Promise<RecordPart> {
  const way = beside && onlyStampOf(record, beside);
  const at = now ?? way?.info.genTime;
  const [object, ...others] = group;
  if (object === undefined || at === undefined) {
    const because = 'a record is checked with its file or fingerprint, as on a given day';
    const checks = [{ name: 'record.object', outcome: 'fail' as const, because }];
    return {
      part: { checks, warnings: [], answers: [], reaches: [] },
      first: undefined,
      shared: undefined,
    };
  }
  const objects = [object, ...others] as const;
  const question = { at, broken, certificates, objects, isWholeGroup: others.length > 0 };
  const verdict = await verifyEvidenceRecord(engine, record, question, trust);
  const isFromEvidence = verdict.stamps.some(({ profile }) => isFrom('evidence', profile, trust));
  const judged = way === undefined ? verdict.checks : verdict.checks.filter(({ name }) => WAY.includes(name));
  const checks = judged.map((check) => ({
    ...check,
    ...weigh(check, verdict, isFromEvidence, trust),
  }));
  const first = verdict.record?.chains[0]?.stamps[0];
  const isShared = (first?.reducedTree?.flat().length ?? 0) > 1;
  return {
    part: {
      checks: prefixed('record', checks),
      warnings: [
        ...(way === undefined ? verdict.stamps.flatMap(({ warnings }) => warnings) : []),
        ...(isShared ? [SHARED] : []),
      ],
      answers: way === undefined ? ['document', 'root'] : ['document'],
      reaches: way === undefined && verdict.verdict === 'trusted' && !isFromEvidence ? ['root'] : [],
    },
    first: first?.token,
    shared: isShared && LEADS_TO_STAMP.every((name) => hasPassed(verdict, name)) ? first?.token : undefined,
  };
}

const LEADS_TO_STAMP: readonly RecordCheck['name'][] = ['digests', 'tree', 'object'];
const WAY: readonly RecordCheck['name'][] = ['structure', ...LEADS_TO_STAMP];

/** The record's only stamp, if it is the given one and covers a tree. */
function onlyStampOf(record: Uint8Array, stamp: TimestampToken): TimestampToken | undefined {
  try {
    const [only, ...more] = decodeEvidenceRecord(record).chains.flatMap(({ stamps }) => stamps);
    const isWay =
      only?.reducedTree !== undefined && more.length === 0 && equalBytes(only.token.der, stamp.der);
    return isWay ? only.token : undefined;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

function hasPassed({ checks }: RecordVerdict, wanted: RecordCheck['name']): boolean {
  return checks.some(({ name, outcome }) => name === wanted && outcome === 'pass');
}

/** A stamp over a tree is no constancia of this document alone, and must not be taken for one. */
export const SHARED = {
  code: 'stamp_shared',
  message:
    'the time stamp is over a tree of hashes, this document among them: it is not a constancia of this document alone',
};

function isFrom(
  from: TrustProfile['from'],
  profile: string | undefined,
  trust: readonly TrustProfile[],
): boolean {
  return trust.find(({ name }) => name === profile)?.from === from;
}

/** A chain that leads to no trusted root leaves the record unconfirmed. It fails only if the caller demanded a root. */
function weigh(
  check: RecordCheck,
  { isAuthorityUnknown }: RecordVerdict,
  isFromEvidence: boolean,
  trust: readonly TrustProfile[],
): EvidenceCheck {
  if (check.name !== 'chain') return check;
  if (check.outcome === 'pass' && isFromEvidence) {
    const because = `${check.because}; a root came with the evidence, and nobody vouches for it here`;
    return { ...check, because, outcome: 'unconfirmed' };
  }
  const isAskedFor = trust.some(({ from }) => from === 'demanded');
  return isAuthorityUnknown && !isAskedFor ? { ...check, outcome: 'unconfirmed' } : check;
}
