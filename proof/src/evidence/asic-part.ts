/** Judges an ASiC container as a part of the verdict: the files in it, and the time stamps and records over them. */

import { type AsicContainer, type Assertion, type Manifest, readAsic } from '../containers/asic.ts';
import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import { type JudgedAssertion, judgeAssertion, otherAssertion } from './asic-assertion.ts';
import type { EvidenceCheck } from './evidence-check.ts';
import type { Part, TimestampSummary } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';

type AsicParts = { parts: Part[]; summary: TimestampSummary | undefined; accredited: boolean };

/**
 * The container is confirmed only if trusted stamps cover all its files or, where a document is given, that document: a
 * stamp over one file says nothing about the file beside it.
 */
export async function asicPart(
  engine: CryptoEngine,
  evidence: Evidence,
  bytes: Uint8Array,
  trust: readonly TrustProfile[],
): Promise<AsicParts> {
  const container = open(bytes);
  if (container instanceof ProofError)
    return {
      parts: [partOf([check('structure', 'fail', container.message)])],
      summary: undefined,
      accredited: false,
    };
  const digests = await manifestChecks(engine, container.manifests);
  const wanted = await wantedObjects(engine, evidence, container);
  const judged: JudgedAssertion[] = [];
  for (const assertion of container.assertions)
    judged.push(
      await judgeAssertion(
        engine,
        evidence,
        { container, assertion, covers: coveredBy(container, assertion) },
        trust,
      ),
    );
  const main = judged.find(({ isTrusted }) => isTrusted) ?? judged[0];
  const others = judged.filter((one) => one !== main);
  const trusted = new Set(judged.filter(({ isTrusted }) => isTrusted).flatMap(({ covers }) => covers));
  const isConfirmed = wanted.names.length > 0 && wanted.names.every((name) => trusted.has(name));
  const own: Part = {
    checks: [
      check('structure', 'pass', describeForm(container)),
      ...(container.oddity === undefined ? [] : [check('mimetype', 'skipped', container.oddity)]),
      ...digests,
      ...wanted.checks,
      ...coverageChecks(container, judged, wanted.names),
      ...others.map(otherAssertion),
    ],
    warnings: container.unjudged.length > 0 ? [UNJUDGED] : [],
    answers: [
      ...(evidence.digest ? (['document'] as const) : []),
      ...(judged.length > 0 ? (['root'] as const) : []),
    ],
    reaches: isConfirmed ? ['root'] : [],
  };
  const parts = main === undefined ? [] : main.parts.map((part) => ({ ...part, answers: [], reaches: [] }));
  return {
    parts: [own, ...parts],
    summary: main?.summary,
    accredited: isConfirmed && (main?.accredited ?? false),
  };
}

function open(bytes: Uint8Array): AsicContainer | ProofError {
  try {
    return readAsic(bytes);
  } catch (error) {
    if (error instanceof ProofError) return error;
    throw error;
  }
}

function check(name: string, outcome: EvidenceCheck['outcome'], because: string): EvidenceCheck {
  return { name: `asic.${name}`, outcome, because };
}

function partOf(checks: readonly EvidenceCheck[]): Part {
  return { checks, warnings: [], answers: [], reaches: [] };
}

const UNJUDGED = {
  code: 'asic_signatures_not_judged',
  message:
    'the container holds signatures that were not judged: who signed, and whether validly, is not known here',
};

function describeForm({ form, objects }: AsicContainer): string {
  const files = `${objects.size} file${objects.size === 1 ? '' : 's'}`;
  return `an ${form === 'asic-s' ? 'ASiC-S' : 'ASiC-E'} container with ${files}`;
}

/** Checks every reference of every manifest, whether or not a stamp covers the manifest. */
async function manifestChecks(
  engine: CryptoEngine,
  manifests: readonly Manifest[],
): Promise<EvidenceCheck[]> {
  const checks: EvidenceCheck[] = [];
  for (const { path, references } of manifests) {
    const wrong: string[] = [];
    for (const { name, hash, digest, content } of references)
      if (!equalBytes(await engine.digest(hash, content), digest)) wrong.push(name);
    checks.push(
      wrong.length === 0
        ? check('manifest', 'pass', `${path} has the digests of the files that it names`)
        : check('manifest', 'fail', `${path} has another digest of ${listed(wrong)}`),
    );
  }
  return checks;
}

/** The files that the assertion covers, directly or through manifests that it covers. */
function coveredBy({ objects, manifests }: AsicContainer, { manifest }: Assertion): string[] {
  if (manifest === undefined) return [...objects.keys()];
  const covered = new Set<string>();
  const waiting = [manifest];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const { name } of next.references) {
      if (covered.has(name)) continue;
      covered.add(name);
      waiting.push(...manifests.filter(({ path }) => path === name));
    }
  }
  return [...covered].filter((name) => objects.has(name));
}

const HASHES: readonly StrongHash[] = ['SHA-256', 'SHA-512', 'SHA-384'];

/** The files that the verdict is about: all, or the document that was given. */
async function wantedObjects(
  engine: CryptoEngine,
  { digest }: Evidence,
  { objects }: AsicContainer,
): Promise<{ names: string[]; checks: EvidenceCheck[] }> {
  if (digest === undefined) return { names: [...objects.keys()], checks: [] };
  for (const hash of HASHES) {
    const value = await digest(hash);
    if (value === undefined) continue;
    for (const [name, content] of objects)
      if (equalBytes(await engine.digest(hash, content), value))
        return {
          names: [name],
          checks: [check('document', 'pass', `the document is ${name} in the container`)],
        };
    break;
  }
  return { names: [], checks: [check('document', 'fail', 'the document is no file of the container')] };
}

function coverageChecks(
  { objects, unjudged }: AsicContainer,
  judged: readonly JudgedAssertion[],
  wanted: readonly string[],
): EvidenceCheck[] {
  const covered = new Set(judged.flatMap(({ covers }) => covers));
  const bare = [...objects.keys()].filter((name) => !covered.has(name));
  const isWanted = bare.some((name) => wanted.includes(name));
  const checks: EvidenceCheck[] = [];
  if (judged.length === 0)
    checks.push(
      check(
        'stamps',
        'unconfirmed',
        'the container holds no time stamp and no evidence record that is judged here',
      ),
    );
  else if (bare.length === 0) checks.push(check('covered', 'pass', 'a stamp or a record covers every file'));
  else if (isWanted)
    checks.push(check('covered', 'unconfirmed', `no stamp and no record covers ${listed(bare)}`));
  else checks.push(check('uncovered', 'skipped', `no stamp and no record covers ${listed(bare)}`));
  if (unjudged.length > 0)
    checks.push(check('signatures', 'skipped', `not judged here: ${listed(unjudged)}`));
  return checks;
}

const MOST_LISTED = 5;

function listed(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return `${names.slice(0, MOST_LISTED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
