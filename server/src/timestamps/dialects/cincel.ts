/**
 * CINCEL's API v3. Stamps are ordered by hash and made in the background. CINCEL documents about a minute for that,
 * so the timeout must be longer.
 *
 * CINCEL keeps one token per hash, for ever and across all its customers. Ordering a hash that has a token is free and
 * returns the old one. So a retry never buys twice, however late it comes, but the same bytes cannot get a second time
 * stamp here. For five minutes a token counts as fresh, and two certificates of the same bytes may share it, because
 * its time is true for both. After that the old token is refused, because a certificate made today must not carry the
 * time of an earlier day, and the next provider is asked. An operator whose customers certify the same bytes again
 * needs a second provider.
 */

import type { PscConfig } from '../psc-config.ts';
import { refusesUs } from '../psc-failure.ts';
import type { DialectNeeds, PscDialect } from './dialect.ts';
import {
  basePathOf,
  basicHeader,
  type PscAnswer,
  type PscCall,
  type PscHttp,
  pscRefusal,
  withPscDeadline,
} from './http-client.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

export function speakCincel(needed: DialectNeeds, http: PscHttp, config: PscConfig): PscDialect {
  const { now, pause } = needed;
  const base = basePathOf(config.url);
  const call = authorized(needed, http, config);
  return {
    repeatsTokens: true,
    async fetchStamp({ sha256 }, signal) {
      const ordered = await call(
        {
          method: 'POST',
          path: `${base}/timestamps`,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ hash: sha256 }),
          mayRepeat: true,
        },
        signal,
      );
      if (ordered.status < 200 || ordered.status > 299) throw pscRefusal(ordered, now());
      const fetch = { method: 'GET' as const, path: `${base}/timestamps/${sha256}.asn1`, mayRepeat: true };
      for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 1.6, LONGEST_PAUSE_MS)) {
        const answer = await call(fetch, signal);
        if (answer.status === 200 && answer.body.length > 0) return { tsr: answer.body };
        if (!isBeingPrepared(answer)) throw pscRefusal(answer, now());
        await pause(pauseMs, signal);
      }
    },
  };
}

/**
 * Whether the stamp is not ready yet: 202, an empty 200, or 404, because the order was just accepted and may not be
 * visible yet.
 */
function isBeingPrepared({ status }: PscAnswer): boolean {
  return status === 200 || status === 202 || status === 404;
}

/** Makes calls with a session token. It is fetched when there is none, and again when CINCEL answers 401. */
function authorized({ now }: DialectNeeds, http: PscHttp, config: PscConfig) {
  const path = `${basePathOf(config.url)}/tokens/jwt`;
  const logIn = () =>
    // Fetching the token has its own deadline, because requests with different deadlines share it.
    withPscDeadline(config.timeoutMs, async (signal) => {
      const headers = { authorization: basicHeader(config.basic ?? '') };
      const answer = await http.call({ method: 'GET', path, headers, mayRepeat: true }, signal);
      if (answer.status !== 200) throw pscRefusal(answer, now());
      return sessionTokenIn(answer.body.toString('utf8'));
    });

  let session: Promise<string> | undefined;
  const forget = (ended: Promise<string>) => {
    if (session === ended) session = undefined;
  };
  const enter = () => {
    if (session !== undefined) return session;
    const entered = logIn();
    session = entered;
    entered.catch(() => forget(entered));
    return entered;
  };
  const send = async (call: PscCall, entered: Promise<string>, signal: AbortSignal) => {
    const token = await orAborted(entered, signal);
    return http.call({ ...call, headers: { ...call.headers, authorization: `Bearer ${token}` } }, signal);
  };
  return async (call: PscCall, signal: AbortSignal): Promise<PscAnswer> => {
    const entered = enter();
    const answer = await send(call, entered, signal);
    if (answer.status !== 401) return answer;
    forget(entered);
    return send(call, enter(), signal);
  };
}

/** Reads the token. The body is the bare token, with or without quotation marks. */
function sessionTokenIn(text: string): string {
  const token = /^\s*"?([\w-]+\.[\w-]+\.[\w-]+)"?\s*$/.exec(text)?.[1];
  if (token === undefined) throw refusesUs('the login answered with something that is not a session token');
  return token;
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(signal.reason);
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
