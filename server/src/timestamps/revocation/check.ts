/**
 * Looks up whether the certificates behind a time stamp were revoked, where they themselves say. Never stands
 * in the way of a stamp for long: whatever cannot be found out in time is reported as unknown.
 */

import {
  type CryptoEngine,
  decodePem,
  encodeHex,
  encodeOcspRequest,
  judgeRevocation,
  ProofError,
  parseUtf8,
  REVOCATION_CLOCK_TOLERANCE_MS,
  type RevocationEvidence,
  type RevocationJudgement,
  type RevocationReport,
  readRevocationSources,
  reportRevocation,
  type SigningCertificate,
  verifyCrl,
  verifyOcspResponse,
} from '@sello/proof';
import type { Logger } from '../../kernel/logger.ts';
import { type Kept, type Load, makeRevocationCache } from './cache.ts';
import { type AskRevocation, RevocationUnavailable } from './transport.ts';

/** The chain from the signer up to the root, and the time of the stamp. Never rejects over the network. */
export type CheckRevocation = (chain: readonly SigningCertificate[], at: Date) => Promise<RevocationReport>;

type RevocationNeeds = {
  now: () => Date;
  randomBytes: (size: number) => Uint8Array;
  crypto: CryptoEngine;
  logger: Logger;
  ask: AskRevocation;
};

export type RevocationOptions = {
  sources: 'crl' | 'ocsp' | 'both';
  /** How long a stamp may wait for answers that are not at hand. */
  patienceMs?: number;
  maxCrlBytes?: number;
};

const DEFAULT_PATIENCE_MS = 2_000;
const MAX_CRL_BYTES = 8 * 1024 * 1024;
const MAX_OCSP_BYTES = 128 * 1024;
/** A long list may take longer than a stamp waits; it is there for the next one. */
const FETCH_TIMEOUT_MS = 20_000;
const FAILURE_MEMORY_MS = 60_000;
/** However long a list holds, a revocation must not stay unseen for longer than this. */
const REFRESH_MS = 3_600_000;
const MAX_URLS = 3;

/** One place to ask, in order of preference among those of its kind. */
type Place = { url: string; key: string; load: Load<RevocationEvidence> };
type Found = { evidence: RevocationEvidence } | { problem: string };

export function makeRevocationCheck(needed: RevocationNeeds, options: RevocationOptions): CheckRevocation {
  const { now } = needed;
  const { patienceMs = DEFAULT_PATIENCE_MS, maxCrlBytes = MAX_CRL_BYTES } = options;
  const cache = makeRevocationCache<RevocationEvidence>(now, {
    patienceMs,
    failureMemoryMs: FAILURE_MEMORY_MS,
    maxEntries: 256,
    maxBytes: 4 * maxCrlBytes,
  });
  // Chains are remembered by whoever verifies tokens, so the same few certificates come by again and again.
  const known = new WeakMap<SigningCertificate, Promise<Place[][]>>();

  const lookUp = async (places: readonly Place[]): Promise<Found> => {
    const problems: string[] = [];
    for (const { url, key, load } of places) {
      try {
        return { evidence: await cache.get(key, load) };
      } catch (error) {
        problems.push(`${url} ${publicReason(error)}`);
      }
    }
    return { problem: problems.join('; ') };
  };

  const judge = async (
    certificate: SigningCertificate,
    issuer: SigningCertificate,
    at: Date,
    deadline: Promise<Found>,
  ): Promise<RevocationJudgement> => {
    let places = known.get(certificate);
    if (places === undefined) {
      places = placesOf(needed, { ...options, maxCrlBytes }, certificate, issuer);
      known.set(certificate, places);
    }
    const found = await Promise.all(
      (await places).map((sameKind) => Promise.race([lookUp(sameKind), deadline])),
    );
    const evidence = found.flatMap((one) => ('evidence' in one ? [one.evidence] : []));
    const problems = found.flatMap((one) => ('problem' in one ? [one.problem] : []));
    if (found.length === 0) problems.push('its certificate names nobody to ask');
    const judgement = judgeRevocation(certificate, evidence, at, now());
    if (judgement.outcome !== 'unknown') return judgement;
    return { ...judgement, because: [judgement.because, ...problems].join('; ') };
  };

  return async (chain, at) => {
    const deadline = Promise.withResolvers<Found>();
    const timer = setTimeout(
      () => deadline.resolve({ problem: `nothing was answered within ${patienceMs} ms` }),
      patienceMs,
    );
    try {
      // The root is trusted by decree; nobody stands above it to revoke it.
      const judgements = chain.slice(0, -1).map((certificate, index) => {
        const issuer = chain[index + 1] as SigningCertificate;
        return judge(certificate, issuer, at, deadline.promise);
      });
      return reportRevocation(await Promise.all(judgements));
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The places of each kind that is wanted; a kind without any place is left out. */
async function placesOf(
  needed: RevocationNeeds,
  { sources, maxCrlBytes }: RevocationOptions & { maxCrlBytes: number },
  certificate: SigningCertificate,
  issuer: SigningCertificate,
): Promise<Place[][]> {
  const { crypto } = needed;
  const [certificateId, issuerId] = await Promise.all(
    [certificate, issuer].map(async ({ der }) => encodeHex(await crypto.digest('SHA-256', der))),
  );
  const { crlUrls, ocspUrls } = sourcesOf(certificate);
  const lists = crlUrls.slice(0, MAX_URLS).map((url) => ({
    url,
    key: `crl ${issuerId} ${url}`,
    load: logged(needed, url, (known) => fetchList(needed, url, issuer, maxCrlBytes, known)),
  }));
  const responders = ocspUrls.slice(0, MAX_URLS).map((url) => ({
    url,
    key: `ocsp ${certificateId} ${url}`,
    load: logged(needed, url, (known) => askResponder(needed, url, certificate, issuer, known)),
  }));
  const wanted = [sources === 'ocsp' ? [] : lists, sources === 'crl' ? [] : responders];
  return wanted.filter((places) => places.length > 0);
}

/** Extensions that cannot be read name nobody to ask. */
function sourcesOf(certificate: SigningCertificate): ReturnType<typeof readRevocationSources> {
  try {
    return readRevocationSources(certificate);
  } catch (error) {
    if (error instanceof ProofError) return { crlUrls: [], crlNames: [], ocspUrls: [] };
    throw error;
  }
}

function logged(
  { logger }: RevocationNeeds,
  url: string,
  load: Load<RevocationEvidence>,
): Load<RevocationEvidence> {
  return async (known) => {
    try {
      return await load(known);
    } catch (error) {
      logger.warn('revocation.unavailable', { url, error });
      throw error;
    }
  };
}

async function fetchList(
  { crypto, ask, now }: RevocationNeeds,
  url: string,
  issuer: SigningCertificate,
  maxBytes: number,
  known: RevocationEvidence | undefined,
): Promise<Kept<RevocationEvidence>> {
  const bytes = await ask({ url, maxBytes, signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) });
  const crl = await verifyCrl(crypto, unwrapPem(bytes), issuer, { maxBytes });
  // An older list, still genuine and fresh, played back to us would make a revocation unseen again.
  const newest = known && 'crl' in known && known.crl.thisUpdate > crl.thisUpdate ? known.crl : crl;
  return keep({ crl: newest }, newest, newest.der.length, now());
}

async function askResponder(
  { crypto, ask, now, randomBytes }: RevocationNeeds,
  url: string,
  certificate: SigningCertificate,
  issuer: SigningCertificate,
  known: RevocationEvidence | undefined,
): Promise<Kept<RevocationEvidence>> {
  const question = { certificate, issuer, nonce: randomBytes(16) };
  const bytes = await ask({
    url,
    ocspRequest: await encodeOcspRequest(crypto, question),
    maxBytes: MAX_OCSP_BYTES,
    signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
  });
  const ocsp = await verifyOcspResponse(crypto, bytes, question, now());
  const newest = known && 'ocsp' in known && known.ocsp.thisUpdate > ocsp.thisUpdate ? known.ocsp : ocsp;
  return keep({ ocsp: newest }, newest, bytes.length, now());
}

/** What has run out on arrival is kept for a little while all the same, lest every stamp fetch it again. */
function keep(
  value: RevocationEvidence,
  { thisUpdate, nextUpdate }: { thisUpdate: Date; nextUpdate: Date | undefined },
  sizeBytes: number,
  at: Date,
): Kept<RevocationEvidence> {
  const endMs = nextUpdate?.getTime() ?? thisUpdate.getTime() + REVOCATION_CLOCK_TOLERANCE_MS;
  const goodForMs = Math.max(endMs - at.getTime(), FAILURE_MEMORY_MS);
  return {
    value,
    sizeBytes,
    refreshAt: new Date(at.getTime() + Math.min(goodForMs / 2, REFRESH_MS)),
    goodUntil: new Date(at.getTime() + goodForMs),
  };
}

/** RFC 2585 §3 wants DER; some issuers serve PEM under the same name. */
function unwrapPem(bytes: Uint8Array): Uint8Array {
  const isText = bytes[0] === 0x2d;
  const [der] = isText ? decodePem('X509 CRL', parseUtf8(bytes) ?? '') : [bytes];
  return der ?? bytes;
}

function publicReason(error: unknown): string {
  if (error instanceof ProofError) return `gave nothing usable: ${error.message}`;
  return error instanceof RevocationUnavailable ? error.message : 'could not be asked';
}
