/** The errors with which a call can fail. */

import type { ErrorCode } from './error-codes.ts';

/** `(string & {})`: a newer server may know more codes than this package. */
export type SelloErrorCode = ErrorCode | 'connection_failed' | 'unexpected_answer' | (string & {});

type Details = {
  code: SelloErrorCode;
  message: string;
  status: number;
  requestId?: string | undefined;
  retryAfter?: number | undefined;
  cause?: unknown;
};

/**
 * The API refused the call. `message` is for people: it names the field at fault and the remedy. Programs should use
 * `code`.
 */
export class SelloError extends Error {
  override readonly name: string = 'SelloError';
  readonly code: SelloErrorCode;
  /** The HTTP status; 0 when no answer came. */
  readonly status: number;
  /** Identifies the call to the operator of the server. */
  readonly requestId: string | undefined;
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | undefined;

  constructor({ code, message, status, requestId, retryAfter, cause }: Details) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.retryAfter = retryAfter;
  }
}

/** No answer came, because of the network, the address or the time limit. */
export class SelloConnectionError extends SelloError {
  override readonly name: string = 'SelloConnectionError';

  constructor(message: string, cause?: unknown) {
    super({ code: 'connection_failed', message, status: 0, cause });
  }
}

/** `isSelloError(error, 'allowance_exhausted')` narrows the type of a caught error. */
export function isSelloError<const Code extends SelloErrorCode>(
  error: unknown,
  ...codes: Code[]
): error is SelloError & { code: Code } {
  return error instanceof SelloError && (codes.length === 0 || codes.some((code) => code === error.code));
}

export async function toSelloError(response: Response, now: number): Promise<SelloError> {
  const { error, message } = readRefusal(await response.text().catch(() => ''));
  return new SelloError({
    code: error ?? 'unexpected_answer',
    message: message ?? `The server answered ${response.status} without saying why.`,
    status: response.status,
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: readRetryAfter(response.headers.get('retry-after'), now),
  });
}

/** A proxy may answer in place of the server, and its answer may be anything. */
function readRefusal(text: string): { error?: string; message?: string } {
  try {
    const json: unknown = JSON.parse(text);
    if (typeof json !== 'object' || json === null) return {};
    return {
      ...('error' in json && typeof json.error === 'string' && { error: json.error }),
      ...('message' in json && typeof json.message === 'string' && { message: json.message }),
    };
  } catch {
    return {};
  }
}

/** Seconds, or a date (RFC 9110). */
function readRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1000);
}
