/**
 * Fetches revocation lists and OCSP answers over HTTP. Their size is limited, redirects are not followed, and nothing
 * is parsed.
 */

import { Agent, request } from 'undici';
import type { AddressRules } from '../../http/addresses/addresses.ts';
import { judgedConnector } from '../../http/addresses/judged-connector.ts';
import { readCapped } from '../../http/outgoing.ts';

export type RevocationRequest = {
  url: string;
  /** The OCSP request. If it is missing, a list is fetched. */
  ocspRequest?: Uint8Array;
  maxBytes: number;
  signal: AbortSignal;
};

/** Rejects with a `RevocationUnavailable`, or with the reason of the signal. */
export type AskRevocation = (question: RevocationRequest) => Promise<Uint8Array>;

/**
 * The data could not be fetched. The message may appear in a certificate's warnings; the underlying error is the
 * cause, which is only logged.
 */
export class RevocationUnavailable extends Error {}

type RevocationTransport = { ask: AskRevocation; close(): Promise<void> };

/**
 * Opens the transport. The addresses come from certificates, so only the public internet and networks that the
 * operator named are reached. Answers must be signed by the issuer, so it does not matter that most addresses are
 * plain HTTP.
 */
export function openRevocationTransport(rules: AddressRules): RevocationTransport {
  const connect = judgedConnector((address) => rules.mayConnect(address), CONNECT_TIMEOUT_MS);
  const agent = new Agent({ connections: 2, pipelining: 1, connect });
  return {
    async ask({ url, ocspRequest, maxBytes, signal }) {
      if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
        throw new RevocationUnavailable('is not an http or https address');
      }
      try {
        const reply = await request(url, {
          dispatcher: agent,
          signal,
          ...(ocspRequest === undefined
            ? { method: 'GET', headers: { accept: 'application/pkix-crl' } }
            : { method: 'POST', headers: OCSP_HEADERS, body: ocspRequest }),
        });
        if (reply.statusCode !== 200) {
          await reply.body.dump({ limit: 16_384, signal });
          throw new RevocationUnavailable(`answered ${reply.statusCode}`);
        }
        return await readCapped(
          reply.body,
          maxBytes,
          () => new RevocationUnavailable(`sent more than ${maxBytes} bytes`),
        );
      } catch (error) {
        if (error instanceof RevocationUnavailable || signal.aborted) throw error;
        throw new RevocationUnavailable('could not be reached', { cause: error });
      }
    },
    close: () => agent.destroy(),
  };
}

const CONNECT_TIMEOUT_MS = 10_000;

/** RFC 6960 appendix A.1. */
const OCSP_HEADERS = {
  'content-type': 'application/ocsp-request',
  accept: 'application/ocsp-response',
};
