/**
 * Makes the schemas of an operation's error answers. An operation declares each as a status with its usual codes, or
 * as a single code.
 */

import type { ErrorCode } from '../kernel/errors.ts';
import { STATUS } from './errors.ts';

/**
 * The usual codes of each status. Codes that only some operations return are declared by name.
 */
const USUAL = {
  400: ['bad_request'],
  401: ['unauthorized', 'invalid_api_key', 'api_key_revoked', 'api_key_expired'],
  402: ['allowance_exhausted'],
  403: ['insufficient_scope', 'account_suspended'],
  404: ['not_found'],
  413: ['file_too_large'],
  414: ['uri_too_long'],
  415: ['unsupported_media_type'],
  422: ['validation_failed'],
  429: ['rate_limit_exceeded', 'quota_exceeded'],
  500: ['internal_error'],
  502: ['psc_error', 'psc_timeout', 'psc_unavailable'],
  503: ['storage_unavailable', 'overloaded'],
} as const satisfies Record<number, readonly ErrorCode[]>;

type UsualStatus = keyof typeof USUAL;

/** Either a status with all its usual codes, or a single code with its usual status or a different one. */
export type Refusable = UsualStatus | ErrorCode | { code: ErrorCode; status: 403 };

/** Refusals that every call with a key may get before its operation begins. */
export const UNTIL_ADMITTED = [401, 403, 429, 500, 503] as const;

/** The body may carry a Content-Digest, and it counts against a limit of memory. */
const OF_ANY_BODY = [413, 415, 422, 'digest_mismatch', 'rate_limit_exceeded', 'overloaded'] as const;

/** Refusals of operations that read a JSON body. */
export const OF_A_BODY = [400, 'malformed_json', ...OF_ANY_BODY] as const;

/** Refusals of operations that read a form. */
export const OF_A_FORM = [400, 'malformed_multipart', ...OF_ANY_BODY] as const;

/** Refusals of operations that take an Idempotency-Key. */
export const OF_IDEMPOTENCY = ['idempotency_in_progress', 'idempotency_key_reused'] as const;

const STATUS_TEXT: Record<number, string> = {
  400: 'The request cannot be read.',
  401: 'The API key is missing, invalid, revoked or expired.',
  402: 'The account has no certificates left, or no room for this file; `error` says which.',
  403: 'The API key lacks the scope, or the account is suspended; `error` says which.',
  404: 'Does not exist, or belongs to another account.',
  409: 'Conflicts with the current state; `error` says why, and the message what to do.',
  413: 'The file or the body is too large.',
  414: 'The address is longer than 8 KiB.',
  415: 'The body has the wrong type.',
  422: 'A field is not valid; the message names it.',
  429: 'The rate or the monthly quota of the key is used up; `error` says which.',
  500: 'An error of ours.',
  502: 'An error of the time-stamping provider.',
  503: 'Storage is unavailable at the moment, or there are too many requests at once.',
};

/**
 * Makes an operation's error answers. They have no type, because errors are thrown and never returned. 414 is always
 * added: the address of any request may be too long.
 */
export function errorResponses(...refusals: readonly Refusable[]): object {
  const told = [...refusals, 414 as const].flatMap((one) => {
    if (typeof one === 'object') return one;
    const codes: readonly ErrorCode[] = typeof one === 'number' ? USUAL[one] : [one];
    return codes.map((code) => ({ code, status: STATUS[code] }));
  });
  const byStatus = Map.groupBy(told, ({ status }) => status);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      status,
      refusalSchema(status, [...new Set(ofStatus.map(({ code }) => code))]),
    ]),
  );
}

/** Schemas of the usual codes have a name, so that they become one component each. */
function refusalSchema(status: number, codes: readonly ErrorCode[]): object {
  const order = Object.keys(STATUS);
  const sorted = codes.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
  const usual: readonly ErrorCode[] = USUAL[status as UsualStatus] ?? [];
  const isUsual = usual.length === sorted.length && sorted.every((code) => usual.includes(code));
  return {
    ...(isUsual && { title: `Error${status}` }),
    description: STATUS_TEXT[status],
    type: 'object',
    required: ['error', 'message'],
    properties: {
      error: { type: 'string', enum: sorted, description: 'A stable code.' },
      message: {
        type: 'string',
        description:
          'For people: names the field and how to fix it. English, or Spanish for `Accept-Language: es`.',
      },
    },
  };
}
