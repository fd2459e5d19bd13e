/** Judges one time stamp or evidence record inside an ASiC container. */

import type { AsicContainer, Assertion } from '../containers/asic.ts';
import { readTokenFile } from '../containers/token-file.ts';
import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { NOTHING_LASTING } from './bundle-lasting.ts';
import type { EvidenceCheck } from './evidence-check.ts';
import type { Part, TimestampSummary } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';
import { lastingPart } from './lasting-part.ts';
import { recordPart } from './record-part.ts';
import { verifyStamp } from './stamp-part.ts';

export type JudgedAssertion = {
  path: string;
  /** The files that the assertion covers if it is valid. */
  covers: readonly string[];
  parts: readonly Part[];
  /** No check of the assertion failed, and it leads to a root that the caller trusts. */
  isTrusted: boolean;
  summary: TimestampSummary | undefined;
  accredited: boolean;
};

type Placed = { container: AsicContainer; assertion: Assertion; covers: readonly string[] };

export async function judgeAssertion(
  engine: CryptoEngine,
  evidence: Evidence,
  { container, assertion, covers }: Placed,
  trust: readonly TrustProfile[],
): Promise<JudgedAssertion> {
  const judge = assertion.kind === 'stamp' ? judgeStamp : judgeRecord;
  const { parts, summary, accredited } = await judge(engine, evidence, container, assertion, trust);
  const isBroken = parts.some(({ checks }) => checks.some(({ outcome }) => outcome === 'fail'));
  const isTrusted = !isBroken && parts.some(({ reaches }) => reaches.includes('root'));
  return { path: assertion.path, covers, parts, isTrusted, summary, accredited: isTrusted && accredited };
}

type Judged = Pick<JudgedAssertion, 'parts' | 'summary' | 'accredited'>;

async function judgeStamp(
  engine: CryptoEngine,
  evidence: Evidence,
  container: AsicContainer,
  { content, manifest }: Assertion,
  trust: readonly TrustProfile[],
): Promise<Judged> {
  const [only = new Uint8Array(0)] = container.objects.values();
  const about = {
    ...evidence,
    digest: digestOf(engine, manifest?.content ?? only),
    lasting: NOTHING_LASTING,
  };
  const certificates = evidence.certificates ?? [];
  const stamp = await verifyStamp(engine, about, readTokenFile(content).bytes, {
    certificates,
    trust,
    shared: undefined,
  });
  const lasting = await lastingPart(engine, about, stamp, undefined, trust);
  const checks = manifest === undefined ? stamp.part.checks : stamp.part.checks.map(overManifest);
  return {
    parts: [{ ...stamp.part, checks }, ...(lasting === undefined ? [] : [lasting])],
    summary: stamp.summary,
    accredited: stamp.accredited,
  };
}

/** Renames the check of the imprint, because the token is over the manifest and not the document itself. */
function overManifest(check: EvidenceCheck): EvidenceCheck {
  if (check.name !== 'timestamp.imprint') return check;
  const because =
    check.outcome === 'pass'
      ? 'the token stamps the manifest'
      : `the token does not stamp the manifest: ${check.because}`;
  return { ...check, name: 'asic.imprint', because };
}

async function judgeRecord(
  engine: CryptoEngine,
  evidence: Evidence,
  container: AsicContainer,
  { content, manifest }: Assertion,
  trust: readonly TrustProfile[],
): Promise<Judged> {
  const objects = manifest?.references.map((reference) => reference.content) ?? [
    ...container.objects.values(),
  ];
  const group = objects.map((object) => digestOf(engine, object));
  const { part } = await recordPart(engine, { ...evidence, group }, content, trust, undefined);
  return { parts: [part], summary: undefined, accredited: false };
}

function digestOf(engine: CryptoEngine, bytes: Uint8Array): (algorithm: StrongHash) => Promise<Uint8Array> {
  return async (algorithm) => engine.digest(algorithm, bytes);
}

/**
 * The check of an assertion beside the one that is reported in full. If its signer is unknown, nothing is contradicted,
 * because the other assertion is enough.
 */
export function otherAssertion({ path, parts, isTrusted }: JudgedAssertion): EvidenceCheck {
  const failed = parts
    .flatMap(({ checks }) => checks)
    .find(({ name, outcome }) => outcome === 'fail' && !/^(?:timestamp|record)\.chain$/.test(name));
  const name = 'asic.other';
  if (failed !== undefined)
    return { name, outcome: 'fail', because: `${path} does not hold: ${failed.because}` };
  return isTrusted
    ? { name, outcome: 'pass', because: `${path} holds too` }
    : { name, outcome: 'unconfirmed', because: `${path} leads to no trusted root` };
}
