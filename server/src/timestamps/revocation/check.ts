/**
 * Looks up whether the certificates behind a time stamp were revoked, at the addresses that they name. It never
 * delays a stamp for long: what cannot be found out in time is reported as unknown.
 */

import {
  judgeRevocation,
  ProofError,
  type RevocationEvidence,
  type RevocationJudgement,
  type RevocationReport,
  reportRevocation,
  type SigningCertificate,
} from '@sello/proof';
import { makeRevocationCache, type RevocationCache } from './cache.ts';
import { FAILURE_MEMORY_MS, type Place, placesOf, type RevocationNeeds } from './places.ts';
import { RevocationUnavailable } from './transport.ts';

/** Takes the chain from signer to root and the time of the stamp. Never rejects because of the network. */
export type CheckRevocation = (chain: readonly SigningCertificate[], at: Date) => Promise<RevocationReport>;

export type RevocationOptions = {
  sources: 'crl' | 'ocsp' | 'both';
  /** How long a stamp may wait for answers that are not cached. */
  patienceMs?: number;
  maxCrlBytes?: number;
};

const DEFAULT_PATIENCE_MS = 2_000;
const MAX_CRL_BYTES = 8 * 1024 * 1024;

type Found = { evidence: RevocationEvidence } | { problem: string };

export function makeRevocationCheck(needed: RevocationNeeds, options: RevocationOptions): CheckRevocation {
  const { sources, patienceMs = DEFAULT_PATIENCE_MS, maxCrlBytes = MAX_CRL_BYTES } = options;
  const cache = makeRevocationCache<RevocationEvidence>(needed.now, {
    patienceMs,
    failureMemoryMs: FAILURE_MEMORY_MS,
    maxEntries: 256,
    maxBytes: 4 * maxCrlBytes,
  });
  // The token verifier caches chains, so the same few certificate objects keep coming back.
  const known = new WeakMap<SigningCertificate, Promise<Place[][]>>();
  const placesFor = (certificate: SigningCertificate, issuer: SigningCertificate) => {
    const places = known.get(certificate) ?? placesOf(needed, { sources, maxCrlBytes }, certificate, issuer);
    known.set(certificate, places);
    return places;
  };

  return async (chain, at) => {
    const deadline = Promise.withResolvers<Found>();
    const timer = setTimeout(
      () => deadline.resolve({ problem: `no answer within ${patienceMs} ms` }),
      patienceMs,
    );
    try {
      // The root is left out: it is trusted by configuration, and no issuer above it could revoke it.
      const judgements = chain.slice(0, -1).map(async (certificate, index) => {
        const places = await placesFor(certificate, chain[index + 1] as SigningCertificate);
        const found = await Promise.all(
          places.map((sameKind) => Promise.race([lookUp(cache, sameKind), deadline.promise])),
        );
        return judge(certificate, found, at, needed.now());
      });
      return reportRevocation(await Promise.all(judgements));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Asks one server after the other until one answers. */
async function lookUp(cache: RevocationCache<RevocationEvidence>, places: readonly Place[]): Promise<Found> {
  const problems: string[] = [];
  for (const { url, key, load } of places) {
    try {
      return { evidence: await cache.get(key, load) };
    } catch (error) {
      problems.push(`${url} ${publicReason(error)}`);
    }
  }
  return { problem: problems.join('; ') };
}

function judge(
  certificate: SigningCertificate,
  found: readonly Found[],
  at: Date,
  now: Date,
): RevocationJudgement {
  const evidence = found.flatMap((one) => ('evidence' in one ? [one.evidence] : []));
  const problems = found.flatMap((one) => ('problem' in one ? [one.problem] : []));
  if (found.length === 0) problems.push('its certificate names no revocation server');
  const judgement = judgeRevocation(certificate, evidence, at, now);
  if (judgement.outcome !== 'unknown') return judgement;
  return { ...judgement, because: [judgement.because, ...problems].join('; ') };
}

function publicReason(error: unknown): string {
  if (error instanceof ProofError) return `gave an unusable answer: ${error.message}`;
  return error instanceof RevocationUnavailable ? error.message : 'could not be asked';
}
