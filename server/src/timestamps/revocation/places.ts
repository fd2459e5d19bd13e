/** The revocation servers that a certificate names, and how each is asked. */

import {
  type CryptoEngine,
  decodePem,
  encodeHex,
  encodeOcspRequest,
  ProofError,
  parseUtf8,
  REVOCATION_CLOCK_TOLERANCE_MS,
  type RevocationEvidence,
  readRevocationSources,
  type SigningCertificate,
  verifyCrl,
  verifyOcspResponse,
} from '@sello/proof';
import type { Logger } from '../../kernel/logger.ts';
import type { Kept, Load } from './cache.ts';
import type { AskRevocation } from './transport.ts';

export type RevocationNeeds = {
  now: () => Date;
  randomBytes: (size: number) => Uint8Array;
  crypto: CryptoEngine;
  logger: Logger;
  ask: AskRevocation;
};

/** One revocation server: an address for CRLs or an OCSP responder. */
export type Place = { kind: 'crl' | 'ocsp'; url: string; key: string; load: Load<RevocationEvidence> };

const MAX_OCSP_BYTES = 128 * 1024;
/** The time limit of a fetch. A long list may take longer than a stamp waits; it then serves the next stamp. */
const FETCH_TIMEOUT_MS = 20_000;
export const FAILURE_MEMORY_MS = 60_000;
/**
 * How often data is fetched again. A revocation must be noticed within this time, even if a list is valid for longer.
 */
const REFRESH_MS = 3_600_000;
const MAX_URLS = 3;

/**
 * Returns one list of servers per wanted kind (CRL, OCSP), in order of preference. Kinds without an address are left
 * out.
 */
export async function placesOf(
  needed: RevocationNeeds,
  { sources, maxCrlBytes }: { sources: 'crl' | 'ocsp' | 'both'; maxCrlBytes: number },
  certificate: SigningCertificate,
  issuer: SigningCertificate,
): Promise<Place[][]> {
  const { crypto } = needed;
  const [certificateId, issuerId] = await Promise.all(
    [certificate, issuer].map(async ({ der }) => encodeHex(await crypto.digest('SHA-256', der))),
  );
  const { crlUrls, ocspUrls } = sourcesOf(certificate);
  const lists = crlUrls.slice(0, MAX_URLS).map((url) => ({
    kind: 'crl' as const,
    url,
    key: `crl ${issuerId} ${url}`,
    load: logged(needed, url, (known) => fetchList(needed, url, issuer, maxCrlBytes, known)),
  }));
  const responders = ocspUrls.slice(0, MAX_URLS).map((url) => ({
    kind: 'ocsp' as const,
    url,
    key: `ocsp ${certificateId} ${url}`,
    load: logged(needed, url, (known) => askResponder(needed, url, certificate, issuer, known)),
  }));
  const wanted = [sources === 'ocsp' ? [] : lists, sources === 'crl' ? [] : responders];
  return wanted.filter((places) => places.length > 0);
}

/** The servers that a certificate names. Extensions that cannot be read count as naming none. */
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
  // This prevents a replay: an older list that is still genuine and fresh would hide a revocation that we have
  // already seen.
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

/**
 * Keeps fetched data. Data that has already expired is still kept for a minute, so that not every stamp fetches it
 * again.
 */
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

/** Returns the DER of a list. RFC 2585 §3 requires DER, but some issuers serve PEM. */
function unwrapPem(bytes: Uint8Array): Uint8Array {
  const isText = bytes[0] === 0x2d;
  const [der] = isText ? decodePem('X509 CRL', parseUtf8(bytes) ?? '') : [bytes];
  return der ?? bytes;
}
