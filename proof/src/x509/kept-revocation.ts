/**
 * Revocation lists and OCSP answers that are kept with a token in one PEM file. They are judged without asking any
 * server, so they still show what an issuer said years after the issuer is gone.
 */
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { equalBytes } from '../encoding/bytes.ts';
import { decodePem, encodePem } from '../encoding/pem.ts';
import { isUnavailable, ProofError } from '../proof-error.ts';
import { verifyCrl } from './crl.ts';
import { verifyOcspResponse } from './ocsp.ts';
import { decodeOcspResponse } from './ocsp-response.ts';
import type { RevocationEvidence } from './revocation.ts';
import type { SigningChain } from './signing-chain.ts';
import type { SigningCertificate } from './x509.ts';

export type KeptAnswer = { kind: 'crl' | 'ocsp'; der: Uint8Array };

/**
 * The first label is that of RFC 7468 §8. OCSP answers have no registered label, and programs that read lists skip the
 * block.
 */
const LABELS = { crl: 'X509 CRL', ocsp: 'OCSP RESPONSE' } as const;

/** More answers than a bundle has about any chain, and few enough to check. */
const MAX_ANSWERS = 32;

export function encodeKeptAnswers(answers: readonly KeptAnswer[]): string {
  return answers.map(({ kind, der }) => encodePem(LABELS[kind], der)).join('');
}

/** Throws a `ProofError` if a block cannot be read, or if there are too many. */
export function decodeKeptAnswers(pem: string): KeptAnswer[] {
  const answers = (['crl', 'ocsp'] as const).flatMap((kind) =>
    decodePem(LABELS[kind], pem).map((der) => ({ kind, der })),
  );
  if (answers.length > MAX_ANSWERS) {
    throw new ProofError('revocation_unusable', `${answers.length} answers; at most ${MAX_ANSWERS} are read`);
  }
  return answers;
}

type SortedAnswers = {
  about: (certificate: SigningCertificate) => RevocationEvidence[];
  strays: string[];
  unchecked: string[];
};

/** What the answers say about one certificate of a chain; those about others are left out. */
type AnswersAbout = { certificate: SigningCertificate; evidence: RevocationEvidence[] };

/**
 * Sorts answers by the certificates that they are about. `strays` are about none of these chains or not signed by the
 * issuer, so somebody planted them. `unchecked` are signed with an algorithm that this program lacks: they are ignored
 * and reported.
 */
export async function sortAnswers(
  engine: CryptoEngine,
  answers: readonly KeptAnswer[],
  chains: readonly SigningChain[],
): Promise<SortedAnswers> {
  const found: AnswersAbout[] = [];
  const strays: string[] = [];
  const unchecked: string[] = [];
  const pairs = chains.flatMap((chain) =>
    chain.slice(0, -1).map((certificate, i) => ({ certificate, issuer: chain[i + 1] ?? certificate })),
  );
  for (const answer of answers) {
    let problem: ProofError | undefined;
    let isUsed = false;
    for (const { certificate, issuer } of pairs) {
      const read = await readAnswer(engine, answer, certificate, issuer);
      if (read instanceof ProofError) problem = isUnavailable(read) ? read : (problem ?? read);
      else {
        found.push({ certificate, evidence: [read] });
        isUsed = true;
      }
    }
    if (isUsed) continue;
    const because = problem?.message ?? 'there is no certificate that it could be about';
    (isUnavailable(problem) ? unchecked : strays).push(because);
  }
  const about = (certificate: SigningCertificate): RevocationEvidence[] =>
    found.flatMap((one) => (equalBytes(one.certificate.der, certificate.der) ? one.evidence : []));
  return { about, strays, unchecked };
}

/**
 * The evidence, or the reason why the answer is not usable as evidence. An OCSP answer is verified as of the time at
 * which it was made.
 */
async function readAnswer(
  engine: CryptoEngine,
  { kind, der }: KeptAnswer,
  certificate: SigningCertificate,
  issuer: SigningCertificate,
): Promise<RevocationEvidence | ProofError> {
  try {
    if (kind === 'crl') return { crl: await verifyCrl(engine, der, issuer) };
    const { producedAt } = decodeOcspResponse(der);
    return { ocsp: await verifyOcspResponse(engine, der, { certificate, issuer }, producedAt) };
  } catch (error) {
    if (error instanceof ProofError) return error;
    throw error;
  }
}
