/** The format of key secrets, modes and limits. */

import { crc32 } from 'node:zlib';
import { encodeBase62Number, randomBase62 } from '../kernel/base62.ts';
import type { KeyId } from '../kernel/ids.ts';
import type { Owner } from '../kernel/owner.ts';
import { sha256 } from '../kernel/sha256.ts';
import { DESK_SCOPE, type KeyScope } from '../operations/scopes.ts';

export const KEY_MODES = ['live', 'test'] as const;

export type KeyMode = (typeof KEY_MODES)[number];

export const DEFAULT_RATE_PER_MINUTE = 60;

export const DEFAULT_MONTHLY_QUOTA = 1_000;

/** All that is stored of a secret: enough to recognise it, not enough to use it. */
export type SecretHash = Uint8Array;

export function makeSecret(
  serviceName: string,
  mode: KeyMode,
  randomBytes: (size: number) => Uint8Array,
): string {
  const body = `${serviceName}_${mode}_${randomBase62(randomBytes, 30)}`;
  return body + checksum(body);
}

/**
 * The hash to look up the secret by, or undefined when it cannot be one of ours: a wrong format or checksum
 * (a typo, a scanner's guess) is refused without a database query.
 */
export function hashSecret(serviceName: string, secret: string): SecretHash | undefined {
  const body = secret.slice(0, -6);
  const shape = body.startsWith(`${serviceName}_live_`) || body.startsWith(`${serviceName}_test_`);
  if (!shape || body.length !== serviceName.length + 36 || !/^[0-9A-Za-z]{30}$/.test(body.slice(-30))) {
    return undefined;
  }
  return checksum(body) === secret.slice(-6) ? sha256(secret) : undefined;
}

/** The part of a secret that may still be shown later. */
export function secretHint(secret: string): string {
  return `${secret.slice(0, secret.lastIndexOf('_') + 4)}…${secret.slice(-4)}`;
}

function checksum(body: string): string {
  return encodeBase62Number(crc32(body), 6);
}

/** The account and key behind a call. `scopeWords`: all scopes of the key, separated by spaces. */
export type Caller = Owner & { keyId: KeyId; scopeWords: string };

/** Whether the key belongs to an organiser of courses. Such a key reaches nothing but the organiser's desk. */
export function isOfOrganizer(caller: Pick<Caller, 'scopeWords'>): boolean {
  return caller.scopeWords === DESK_SCOPE;
}

/** Whether the key has a scope besides the one that its call was admitted with. */
export function callerMay({ scopeWords }: Caller, scope: KeyScope): boolean {
  return scopeWords.split(' ').includes(scope);
}

/** The caller's limits after this call. */
export type CallerLimits = {
  ratePerMinute: number;
  minuteCalls: number;
  /** When the oldest call leaves the sliding minute; undefined when the minute is empty. */
  minuteFreesAt: Date | undefined;
  /** When the next call would be admitted; undefined if now. */
  minuteOpensAt: Date | undefined;
  monthlyQuota: number;
  monthCalls: number;
};

export const REFUSALS = [
  'unknown',
  'revoked',
  'expired',
  'account_suspended',
  'insufficient_scope',
  'rate_limit_exceeded',
  'quota_exceeded',
] as const;

export type Refusal = (typeof REFUSALS)[number];

/** The start of the next calendar month in UTC, when monthly quotas start again. */
export function nextMonth(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
}
