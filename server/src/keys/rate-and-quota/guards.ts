/** Guards of the public API: every request needs an API key with the right scope. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { enter, noPlace, tryEnter } from '../../http/connection/running-requests.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { type AccountRead, NOTHING } from '../../operations/account-read.ts';
import { isForKeys } from '../../operations/scopes.ts';
import { type CallerLimits, hashSecret, nextMonth, type SecretHash } from '../key.ts';
import type { Access, CountedCall } from '../ports.ts';
import {
  type Admitted,
  admit,
  invalidKey,
  keyWithoutBearer,
  missingKey,
  RefusedError,
} from './admit-caller.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the call is counted, so that it can be uncounted if we fail. */
    countedCall: CountedCall | undefined;
  }
}

export type AdmitPorts = { access: Access; now: Clock };

/**
 * Admits the request and runs `read` in the same round trip. An invalid request must also be admitted before it is
 * refused, so that callers without a key learn only that the key is missing.
 */
export async function admitRequest<T>(
  ports: AdmitPorts,
  serviceName: string,
  request: FastifyRequest,
  reply: FastifyReply,
  read: () => AccountRead<T>,
): Promise<Admitted<T>> {
  const secretHash = secretOf(serviceName, request);
  let wanted: AccountRead<T>;
  try {
    if (request.validationError !== undefined) throw request.validationError;
    wanted = read();
  } catch (invalid) {
    await pass(ports, secretHash, request, reply, NOTHING);
    throw invalid;
  }
  return pass(ports, secretHash, request, reply, wanted);
}

function secretOf(serviceName: string, { headers, routeOptions }: FastifyRequest): SecretHash {
  if (routeOptions.config.acceptsBasic !== true) return presentedSecret(serviceName, headers.authorization);
  try {
    return presentedSecret(serviceName, bearerOf(headers.authorization));
  } catch (error) {
    throw error instanceof AppError ? challenging(error) : error;
  }
}

/** RFC 7617: the key is the password of HTTP Basic. The user name is ignored. */
function bearerOf(authorization: string | undefined): string | undefined {
  const [, pair] = /^basic +([A-Za-z0-9+/]+=*) *$/i.exec(authorization ?? '') ?? [];
  if (pair === undefined) return authorization;
  const text = Buffer.from(pair, 'base64').toString('latin1');
  return `Bearer ${text.slice(text.indexOf(':') + 1)}`;
}

/** Both schemes are announced, because some programs send a key only after the server has asked for it. */
function challenging({ code, text, headers }: AppError): AppError {
  const asked = { ...headers, 'www-authenticate': 'Basic realm="API key as password", Bearer' };
  return new AppError(code, text, { headers: asked });
}

async function pass<T>(
  ports: AdmitPorts,
  secretHash: SecretHash,
  request: FastifyRequest,
  reply: FastifyReply,
  read: AccountRead<T>,
): Promise<Admitted<T>> {
  const { scope } = request.routeOptions.config;
  if (scope === undefined || !isForKeys(scope))
    throw new Error(`${request.routeOptions.url} declares no scope that a key can have`);
  // Both headers are computed from one `now`; otherwise the seconds in `RateLimit` and `Retry-After` could differ by
  // one.
  const now = ports.now();
  const known = ports.access.knownAccount(secretHash);
  const hasPlace = known === undefined || tryEnter(request, reply, known);
  try {
    const wanted = hasPlace ? read : (NOTHING as AccountRead<T>);
    const admitted = await admit({ access: ports.access, now: () => now }, secretHash, scope, wanted);
    request.countedCall = admitted.call;
    request.use = { source: admitted.caller, certificates: 0 };
    tellLimits(reply, admitted.limits, now);
    // The call is counted before it is refused; otherwise a flood of refused calls would cost nothing.
    const { accountId } = admitted.caller;
    if (!hasPlace) throw noPlace(request);
    if (known === undefined) enter(request, reply, accountId);
    return admitted;
  } catch (error) {
    if (error instanceof RefusedError) {
      if (error.limits !== undefined) tellLimits(reply, error.limits, now);
      if (error.caller !== undefined) request.use = { source: error.caller, certificates: 0 };
    }
    throw error;
  }
}

export function tellLimits(reply: FastifyReply, limits: CallerLimits, now: Date): void {
  reply.headers(rateLimitHeaders(limits, now));
}

/** RFC 6750 §2.1. A secret with a wrong checksum is refused here, without a database query. */
export function presentedSecret(serviceName: string, authorization: string | undefined): SecretHash {
  if (authorization === undefined) throw missingKey();
  const [, secret] = /^bearer +([^ ]+) *$/i.exec(authorization) ?? [];
  if (secret === undefined) throw keyWithoutBearer();
  const hash = hashSecret(serviceName, secret);
  if (hash === undefined) throw invalidKey();
  return hash;
}

/** RateLimit and RateLimit-Policy as in draft-ietf-httpapi-ratelimit-headers-10. */
export function rateLimitHeaders(limits: CallerLimits, now: Date): Record<string, string> {
  const { ratePerMinute, monthlyQuota } = limits;
  const minuteLeft = Math.max(0, ratePerMinute - limits.minuteCalls);
  const monthLeft = Math.max(0, monthlyQuota - limits.monthCalls);
  // If the window is full, `t` is when a call will be admitted, so that it always matches Retry-After.
  const minuteTurn = seconds(limits.minuteOpensAt ?? limits.minuteFreesAt, now);
  return {
    // A calendar month has no fixed length, so its policy has no window.
    'ratelimit-policy': `"minute";q=${ratePerMinute};w=60, "month";q=${monthlyQuota}`,
    ratelimit: `"minute";r=${minuteLeft};t=${minuteTurn}, "month";r=${monthLeft};t=${seconds(nextMonth(now), now)}`,
  };
}

function seconds(then: Date | undefined, now: Date): number {
  return then === undefined ? 0 : Math.max(0, Math.ceil((then.getTime() - now.getTime()) / 1000));
}
