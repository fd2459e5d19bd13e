/**
 * When the keys behind a time stamp stop being believed: a certificate expires or is revoked, or an algorithm counts as
 * broken.
 */

import { type CheckOutcome, fail } from '../check-outcome.ts';
import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { parseUtf8 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { decodeKeptAnswers, sortAnswers } from '../x509/kept-revocation.ts';
import { judgeRevocation, type RevocationEvidence } from '../x509/revocation.ts';
import type { SigningChain } from '../x509/signing-chain.ts';
import type { SigningCertificate } from '../x509/x509.ts';
import { algorithmsOfStamp, type BrokenAlgorithm } from './algorithms-of-stamp.ts';
import type { TimestampToken } from './timestamp.ts';

/** Kept answers about revocation, sorted by the certificates that they are about. */
export type SortedAnswers = Awaited<ReturnType<typeof sortAnswers>>;

/** A stamp: its token, and the certificates behind its signature. */
export type Stamped = { token: TimestampToken; chain: SigningChain };

/** From the time `at` on, anything that the keys signed may be forged. */
export type Harm = { at: Date; words: string };

export async function readAnswers(
  engine: CryptoEngine,
  pem: Uint8Array | undefined,
  chains: readonly SigningChain[],
): Promise<SortedAnswers | CheckOutcome<string>> {
  try {
    const text = parseUtf8(pem ?? new Uint8Array(0));
    if (text === undefined) throw new ProofError('pem_malformed', 'the kept revocation is not PEM');
    const sorted = await sortAnswers(engine, decodeKeptAnswers(text), chains);
    const [stray] = sorted.strays;
    return stray === undefined ? sorted : fail('revocation', `a kept answer is none of this chain: ${stray}`);
  } catch (error) {
    if (error instanceof ProofError) return fail('revocation', error.message);
    throw error;
  }
}

/** Every reason why the keys of this stamp are no longer believed, with its day. */
export function harmsTo(
  { token, chain }: Stamped,
  { about }: Pick<SortedAnswers, 'about'>,
  asOf: Date,
  broken: readonly BrokenAlgorithm[],
): Harm[] {
  const used = algorithmsOfStamp(token, chain);
  const unbelieved = broken
    .filter(({ algorithm, since }) => since <= asOf && used.includes(algorithm))
    .map(({ algorithm, since }) => ({
      at: since,
      words: `${algorithm} counts as broken since ${since.toISOString()}`,
    }));
  const revoked = chain
    .slice(0, -1)
    .flatMap((certificate) =>
      about(certificate).flatMap((piece) => revocationIn(certificate, piece, token.info.genTime, asOf)),
    );
  return [...unbelieved, ...revoked];
}

/**
 * The revocation that makes earlier stamps doubtful, if there is one. A revocation for a harmless reason does not (RFC
 * 3161 §4).
 */
function revocationIn(
  certificate: SigningCertificate,
  piece: RevocationEvidence,
  at: Date,
  asOf: Date,
): Harm[] {
  const { outcome, revocation } = judgeRevocation(certificate, [piece], at, asOf);
  if (outcome !== 'revoked' || revocation === undefined) return [];
  const { at: revokedAt, reason, invalidFrom } = revocation;
  const fact = `${nameOf(certificate)} was revoked on ${revokedAt.toISOString()} (${reason ?? 'no reason given'})`;
  if (invalidFrom === undefined || invalidFrom >= revokedAt) return [{ at: revokedAt, words: fact }];
  return [{ at: invalidFrom, words: `${fact}, and is not to be trusted since ${invalidFrom.toISOString()}` }];
}

export function expiriesOf(chain: SigningChain, asOf: Date): Harm[] {
  return chain.flatMap((certificate) => {
    // A certificate is valid through the whole second that notAfter names.
    const at = new Date(certificate.notAfter.getTime() + 1000);
    if (at > asOf) return [];
    return [{ at, words: `${nameOf(certificate)} expired on ${certificate.notAfter.toISOString()}` }];
  });
}

export function earliest<T extends { at: Date }>(all: readonly T[]): T | undefined {
  return [...all].sort((a, b) => a.at.getTime() - b.at.getTime())[0];
}

function nameOf({ subject }: SigningCertificate): string {
  return `"${subject.commonName ?? subject.text}"`;
}
