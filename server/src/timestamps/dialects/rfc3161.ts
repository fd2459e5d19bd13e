/** RFC 3161 §3.4: the time-stamp protocol over HTTP, for PSCs and the embedded authority. */

import { encodeTimestampRequest } from '@sello/proof';
import type { PscConfig } from '../psc-config.ts';
import type { DialectNeeds, PscDialect } from './dialect.ts';
import { basicHeader, type PscHttp, pscRefusal } from './http-client.ts';

export function speakRfc3161(needed: DialectNeeds, http: PscHttp, config: PscConfig): PscDialect {
  const { pathname, search } = new URL(config.url);
  const headers = {
    'content-type': 'application/timestamp-query',
    accept: 'application/timestamp-reply',
    ...credentials(config),
  };
  return {
    knowsEveryDigest: true,
    echoesNonces: config.nonce,
    async fetchStamp({ algorithm, digest, wishes }, signal) {
      const ownNonce = () => (config.nonce ? positiveNonce(needed.randomBytes) : undefined);
      const nonce = wishes === undefined ? ownNonce() : wishes.nonce;
      const body = encodeTimestampRequest({
        hashAlgorithm: algorithm,
        digest,
        certReq: true,
        ...(nonce === undefined ? {} : { nonce }),
        ...(config.policy === undefined ? {} : { policy: config.policy }),
      });
      // The call may be repeated although the protocol has no order id. That buys a stamp twice only if the
      // connection broke after the provider had stamped. Without repeating, every kept-alive connection that the
      // provider closes would cost a caller an error.
      const call = { method: 'POST' as const, path: pathname + search, headers, body, mayRepeat: true };
      const answer = await http.call(call, signal);
      if (answer.status !== 200) throw pscRefusal(answer, needed.now());
      return { tsr: answer.body, nonce };
    },
  };
}

/** A nonce of 63 bits, so that no authority reads its first bit as a sign. */
function positiveNonce(randomBytes: (size: number) => Uint8Array): bigint {
  return new DataView(Uint8Array.from(randomBytes(8)).buffer).getBigUint64(0) >> 1n;
}

function credentials({ basic, bearer }: PscConfig): Record<string, string> {
  if (basic !== undefined) return { authorization: basicHeader(basic) };
  return bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
}
