/**
 * Mifiel's API v1: takes a hash and returns the constancia at once. `external_id` is our id, by which a
 * constancia can be fetched again.
 */

import { createHmac } from 'node:crypto';
import { parseBase64 } from '@sello/proof';
import type { PscConfig } from '../psc-config.ts';
import { PscFailure } from '../psc-failure.ts';
import { buyOnce } from './buy-once.ts';
import type { DialectNeeds, PscDialect, UnverifiedStamp } from './dialect.ts';
import { basePathOf, type PscCall, type PscHttp, pscRefusal } from './http-client.ts';

const JSON_TYPE = 'application/json';

export function speakMifiel({ now }: DialectNeeds, http: PscHttp, config: PscConfig): PscDialect {
  const path = `${basePathOf(config.url)}/psc/nom151`;
  const signed = (call: PscCall): PscCall => ({
    ...call,
    headers: { accept: JSON_TYPE, ...signatureHeaders(config.basic ?? '', call, now()) },
  });
  return {
    fetchStamp({ sha256, orderId }, signal) {
      const order = async (): Promise<UnverifiedStamp> => {
        const body = JSON.stringify({ hash: sha256, external_id: orderId });
        const answer = await http.call(signed({ method: 'POST', path, body, mayRepeat: false }), signal);
        if (answer.status !== 200 && answer.status !== 201) throw pscRefusal(answer, now());
        return { tsr: constanciaIn(parseJson(answer.body)) };
      };
      const recover = async (): Promise<UnverifiedStamp | undefined> => {
        const query = `${path}?external_id=${encodeURIComponent(orderId)}`;
        const answer = await http.call(signed({ method: 'GET', path: query, mayRepeat: true }), signal);
        if (answer.status === 404) return undefined;
        if (answer.status !== 200) throw pscRefusal(answer, now());
        const found = parseJson(answer.body);
        const [first] = Array.isArray(found) ? found : [found];
        return first === undefined ? undefined : { tsr: constanciaIn(first) };
      };
      return buyOnce(order, recover);
    },
  };
}

/** Mifiel's request signature: an HMAC over method, content type, digest (may be empty), path and date. */
export function signatureHeaders(basic: string, { method, path }: PscCall, at: Date): Record<string, string> {
  const split = basic.indexOf(':');
  const date = at.toUTCString();
  const signature = createHmac('sha1', basic.slice(split + 1))
    .update([method, JSON_TYPE, '', path, date].join(','))
    .digest('base64');
  return { 'content-type': JSON_TYPE, date, authorization: `APIAuth ${basic.slice(0, split)}:${signature}` };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (cause) {
    throw new PscFailure('invalid_token', 'the answer is not JSON', { cause });
  }
}

function constanciaIn(record: unknown): Uint8Array {
  const base64 = (record as { nom151?: unknown } | null)?.nom151;
  const tsr = typeof base64 === 'string' ? parseBase64(base64.replace(/\s+/g, '')) : undefined;
  if (tsr === undefined) throw new PscFailure('invalid_token', 'the answer holds no constancia in base64');
  return tsr;
}
