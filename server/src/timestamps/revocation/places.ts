/** The places that a certificate names for questions about it, and how each of them is asked. */

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

/** One place to ask, in order of preference among those of its kind. */
export type Place = { url: string; key: string; load: Load<RevocationEvidence> };

const MAX_OCSP_BYTES = 128 * 1024;
/** A long list may take longer than a stamp waits; it is there for the next one. */
const FETCH_TIMEOUT_MS = 20_000;
export const FAILURE_MEMORY_MS = 60_000;
/** However long a list holds, a revocation must not stay unseen for longer than this. */
const REFRESH_MS = 3_600_000;
const MAX_URLS = 3;

/** The places of each kind that is wanted; a kind without any place is left out. */
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
