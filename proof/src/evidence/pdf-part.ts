/** Judges the time stamps inside a PDF as a part of the verdict. */

import type { StrongHash } from '../crypto/algorithms.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeUtf8, equalBytes } from '../encoding/bytes.ts';
import { type CoveredRange, type InspectedPdf, inspectPdf } from '../pdf-stamps/inspect-pdf.ts';
import { signedDigest } from '../pdf-stamps/signed-digest.ts';
import { ProofError } from '../proof-error.ts';
import { encodeKeptAnswers, type KeptAnswer, sortAnswers } from '../x509/kept-revocation.ts';
import type { SigningChain } from '../x509/signing-chain.ts';
import type { TrustProfile } from '../x509/trust-profile.ts';
import type { EvidenceCheck } from './evidence-check.ts';
import type { Part, TimestampSummary } from './evidence-verdict.ts';
import type { Evidence } from './given-evidence.ts';
import { lastingPart } from './lasting-part.ts';
import { verifyStamp } from './stamp-part.ts';

type PdfParts = { parts: Part[]; summary: TimestampSummary | undefined; accredited: boolean };

/**
 * Judges the last stamp like a time stamp over the bytes that it covers. Everything before it must be intact: earlier
 * stamps, and the digests of earlier signatures.
 */
export async function pdfPart(
  engine: CryptoEngine,
  evidence: Evidence,
  pdf: Uint8Array,
  trust: readonly TrustProfile[],
): Promise<PdfParts> {
  const inspected = inspect(pdf);
  if (inspected instanceof ProofError) return broken(unreadableCheck(inspected));
  const { ranges, validation } = inspected;
  const stamps = ranges.filter(({ isStamp }) => isStamp);
  const last = stamps.at(-1);
  if (last === undefined) return broken(check('stamps', 'fail', 'the PDF holds no document time stamp'));
  const checks = [
    ...ranges.flatMap(problemCheck),
    ...(await signatureChecks(engine, ranges)),
    changeCheck(inspected, last, pdf.length),
    ...(await documentCheck(engine, evidence, pdf, ranges)),
  ];
  const part = { checks, warnings: [], answers: evidence.digest ? (['document'] as const) : [], reaches: [] };
  const sound = stamps.filter(({ problem }) => problem === undefined);
  const certificates = [...(evidence.certificates ?? []), ...validation.certificates];
  const judged = [];
  for (const stamp of sound) judged.push(await judgeStamp(engine, evidence, stamp, certificates, trust));
  const main = sound.at(-1) === last ? judged.pop() : undefined;
  const parts = [part, ...judged.map(earlierPart)];
  if (main === undefined) return { parts, summary: undefined, accredited: false };
  // Revocation answers are newer than the stamp, so they are used only if the caller asks for the verdict on a given
  // day.
  const revocation = evidence.now && (await answersAbout(engine, inspected, main.verdict.chain));
  const lasting = await lastingPart(
    engine,
    { ...evidence, digest: digestOver(engine, last), lasting: { renewals: [], revocation } },
    main,
    undefined,
    trust,
  );
  const stampPart: Part = { ...main.part, answers: ['root'] };
  return {
    parts: [...parts, stampPart, ...(lasting === undefined ? [] : [lasting])],
    summary: main.summary,
    accredited: main.accredited,
  };
}

function inspect(pdf: Uint8Array): InspectedPdf | ProofError {
  try {
    return inspectPdf(pdf);
  } catch (error) {
    if (error instanceof ProofError) return error;
    throw error;
  }
}

/** An encrypted PDF is no contradiction: a reader with the password may find its stamps valid. */
function unreadableCheck({ code, message }: ProofError): EvidenceCheck {
  return check('structure', code === 'pdf_encrypted' ? 'unconfirmed' : 'fail', message);
}

function broken(because: EvidenceCheck): PdfParts {
  const part: Part = { checks: [because], warnings: [], answers: [], reaches: [] };
  return { parts: [part], summary: undefined, accredited: false };
}

function check(name: string, outcome: EvidenceCheck['outcome'], because: string): EvidenceCheck {
  return { name: `pdf.${name}`, outcome, because };
}

function problemCheck({ field, isStamp, end, problem }: CoveredRange): EvidenceCheck {
  const what = `the ${isStamp ? 'time stamp' : 'signature'} ${plain(field)}`;
  if (problem !== undefined) return check('range', 'fail', `${what}: ${problem}`);
  return check('range', 'pass', `${what} covers the first ${end} bytes, all but its own token`);
}

/** A field's name is not protected: anybody can choose it. */
function plain(field: string): string {
  return field.replace(/[^\w .-]/g, '?').slice(0, 60);
}

/** Whether earlier signatures of people and programs still match their bytes; who made them is not checked here. */
async function signatureChecks(
  engine: CryptoEngine,
  ranges: readonly CoveredRange[],
): Promise<EvidenceCheck[]> {
  const checks: EvidenceCheck[] = [];
  for (const range of ranges.filter(({ isStamp, problem }) => !isStamp && problem === undefined)) {
    const name = `the signature ${plain(range.field)}`;
    const signed = signedDigest(range.message);
    if (signed === undefined) {
      checks.push(check('signature', 'skipped', `${name} states no digest that can be compared here`));
      continue;
    }
    const isRight = equalBytes(await engine.digest(signed.algorithm, range.covered()), signed.value);
    checks.push(
      isRight
        ? check(
            'signature',
            'pass',
            `${name} is over the bytes that it covers; who signed is not checked here`,
          )
        : check('signature', 'fail', `${name} is over other bytes than it covers`),
    );
  }
  return checks;
}

function changeCheck({ changedAfter }: InspectedPdf, { end }: CoveredRange, length: number): EvidenceCheck {
  if (changedAfter !== undefined) {
    const because = `the PDF was changed after its last time stamp: ${changedAfter}; what was stamped are its first ${end} bytes`;
    return check('unchanged', 'fail', because);
  }
  const added = length === end ? 'nothing was' : 'only data for checking the stamp were';
  return check('unchanged', 'pass', `${added} added after the last time stamp`);
}

/** A document that is given with the PDF must be the PDF itself, or its beginning up to the end of a revision. */
async function documentCheck(
  engine: CryptoEngine,
  { digest }: Evidence,
  pdf: Uint8Array,
  ranges: readonly CoveredRange[],
): Promise<EvidenceCheck[]> {
  const given = await digest?.('SHA-256');
  if (digest === undefined) return [];
  if (given === undefined) return [check('document', 'fail', 'give the document, or its SHA-256')];
  for (const end of revisionEnds(pdf, ranges)) {
    if (!equalBytes(await engine.digest('SHA-256', pdf.subarray(0, end)), given)) continue;
    const what = end === pdf.length ? 'is this PDF' : `is the first ${end} bytes of the PDF, unchanged`;
    return [check('document', 'pass', `the document ${what}`)];
  }
  return [check('document', 'fail', 'the document is neither this PDF nor an earlier revision of it')];
}

/** Limits how many revisions are tried, because each costs a hash over the file. */
const MAX_REVISIONS = 8;

/** The ends of the last revisions. A line break after `%%EOF` may belong to the revision or not. */
function revisionEnds(pdf: Uint8Array, ranges: readonly CoveredRange[]): number[] {
  const ends = new Set([pdf.length, ...ranges.map(({ end }) => end)]);
  const end = [0x25, 0x25, 0x45, 0x4f, 0x46];
  for (let at = pdf.length; ends.size < 3 * MAX_REVISIONS; ) {
    at = pdf.lastIndexOf(0x25, at - 1);
    if (at < 1) break;
    if (!end.every((byte, place) => pdf[at - 1 + place] === byte)) continue;
    for (let after = at + 4; after <= at + 6; after += 1) {
      ends.add(after);
      if (pdf[after] !== 10 && pdf[after] !== 13) break;
    }
  }
  return [...ends].filter((place) => place <= pdf.length);
}

type JudgedStamp = Awaited<ReturnType<typeof verifyStamp>>;

function judgeStamp(
  engine: CryptoEngine,
  evidence: Evidence,
  stamp: CoveredRange,
  certificates: readonly Uint8Array[],
  trust: readonly TrustProfile[],
): Promise<JudgedStamp> {
  const own = { ...evidence, digest: digestOver(engine, stamp) };
  return verifyStamp(engine, own, stamp.message, { certificates, trust, shared: undefined });
}

function digestOver(engine: CryptoEngine, { covered }: CoveredRange) {
  return async (algorithm: StrongHash): Promise<Uint8Array> => engine.digest(algorithm, covered());
}

/** Reduces an earlier stamp to one check, because it confirms nothing beyond the last stamp. */
function earlierPart({ part }: JudgedStamp): Part {
  const told = (wanted: EvidenceCheck['outcome']): string =>
    part.checks
      .filter(({ outcome }) => outcome === wanted)
      .map(({ because }) => because)
      .join('; ');
  const [wrong, unknown] = [told('fail'), told('unconfirmed')];
  const judged =
    wrong !== ''
      ? check('earlier', 'fail', `an earlier time stamp does not hold; ${wrong}`)
      : unknown !== ''
        ? check('earlier.chain', 'unconfirmed', `an earlier time stamp is not confirmed; ${unknown}`)
        : check('earlier', 'pass', 'an earlier time stamp is right for its revision');
  return { checks: [judged], warnings: [], answers: [], reaches: [] };
}

/** The revocation answers in the PDF about this chain; others belong to other signatures. */
async function answersAbout(
  engine: CryptoEngine,
  { validation }: InspectedPdf,
  chain: SigningChain,
): Promise<Uint8Array | undefined> {
  const all: KeptAnswer[] = [
    ...validation.crls.map((der) => ({ kind: 'crl', der }) as const),
    ...validation.ocsps.map((der) => ({ kind: 'ocsp', der }) as const),
  ];
  const kept: KeptAnswer[] = [];
  for (const answer of all) {
    const { strays } = await sortAnswers(engine, [answer], [chain]);
    if (strays.length === 0) kept.push(answer);
  }
  return kept.length === 0 ? undefined : encodeUtf8(encodeKeptAnswers(kept));
}
