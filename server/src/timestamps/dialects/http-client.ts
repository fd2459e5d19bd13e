/** The HTTP client for providers. It has limits of time and size, and gives every failure a class. */

import { readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, errors, Pool } from 'undici';
import { isLostConnection, withDeadline } from '../../http/outgoing.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import type { PscConfig } from '../psc-config.ts';
import { PscFailure, refusesUs } from '../psc-failure.ts';

type PscConnection = Pick<PscConfig, 'url' | 'timeoutMs' | 'clientCertFile' | 'clientKeyFile' | 'tlsCaFile'>;

export type PscCall = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Whether the call may be sent again on a new connection if the first one was lost. */
  mayRepeat: boolean;
};

export type PscAnswer = {
  status: number;
  header(name: string): string | undefined;
  body: Buffer;
};

export type PscHttp = {
  /** Resolves for every HTTP status. Rejects with a `PscFailure`, or with the signal's reason. */
  call(call: PscCall, signal: AbortSignal): Promise<PscAnswer>;
  close(): Promise<void>;
};

/** A token is 1 to 10 KB, with little around it, so a longer answer cannot hold one. */
const MAX_ANSWER_BYTES = 256 * 1024;

export async function openPscHttp(connection: PscConnection): Promise<PscHttp> {
  const pool = new Pool(new URL(connection.url).origin, {
    connections: SHARED_THINGS.stamps.budget,
    pipelining: 1,
    connect: { timeout: connection.timeoutMs, ...(await tlsOptions(connection)) },
    // These timers are off. They notice only silence and not a slow trickle, and the deadline already covers the
    // whole call.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const exchange = (call: PscCall, signal: AbortSignal) => dispatch(pool, call, signal);
  return {
    async call(call, signal) {
      try {
        return await exchange(call, signal);
      } catch (error) {
        // The call is sent once more on a new connection, because the provider may close a kept-alive one just as we
        // use it. A second failure counts.
        if (!call.mayRepeat || !isLostConnection(error)) throw asFailure(error);
      }
      return exchange(call, signal).catch((error) => {
        throw asFailure(error);
      });
    },
    close: () => pool.destroy(),
  };
}

/** Sends a call with undici's own events, because a body stream per answer costs more than the rest of the call. */
function dispatch(pool: Pool, call: PscCall, signal: AbortSignal): Promise<PscAnswer> {
  const { method, path, headers = {}, body = null } = call;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let answered: IncomingHttpHeaders = {};
    let running: Dispatcher.DispatchController | undefined;
    // The promise is rejected here too, because while the call waits for a connection there is nothing to abort yet.
    const onAbort = () => {
      running?.abort(signal.reason);
      reject(signal.reason);
    };
    const settle = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort);
    pool.dispatch(
      { method, path, headers, body },
      {
        onRequestStart(controller) {
          running = controller;
          if (signal.aborted) controller.abort(signal.reason);
        },
        onResponseStart(_controller, statusCode, responseHeaders) {
          status = statusCode;
          answered = responseHeaders;
        },
        onResponseData(controller, chunk) {
          size += chunk.length;
          if (size <= MAX_ANSWER_BYTES) chunks.push(chunk);
          else controller.abort(new PscFailure('invalid_token', 'the answer is too long to be a token'));
        },
        onResponseEnd() {
          settle();
          const header = (name: string) => [answered[name]].flat()[0];
          resolve({ status, header, body: Buffer.concat(chunks, size) });
        },
        onResponseError(_controller, error) {
          settle();
          reject(error);
        },
      },
    );
  });
}

/** Gives `work` a signal that ends it with a `timeout` failure. */
export function withPscDeadline<T>(timeoutMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = () =>
    new PscFailure('timeout', `no complete answer within ${timeoutMs} ms`, { isOutcomeUnknown: true });
  return withDeadline(timeoutMs, late, work);
}

/**
 * The failure for a status other than success. Statuses about a request's content concern that request alone;
 * all others (credentials, limits, a wrong address, provider faults) will fail the next request too.
 */
export function pscRefusal(answer: PscAnswer, now: Date): PscFailure {
  const { status } = answer;
  const reason = `the provider answered ${status}${excerptOf(answer.body)}`;
  const retryAfterSeconds = parseRetryAfter(answer.header('retry-after'), now);
  if (status === 402) return new PscFailure('out_of_credit', reason, { retryAfterSeconds });
  if (ABOUT_THE_REQUEST.has(status)) return new PscFailure('rejected', reason, { retryAfterSeconds });
  return refusesUs(reason, { retryAfterSeconds, isOutcomeUnknown: status >= 500 });
}

const ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([400, 409, 410, 413, 422]);

/** The path of a base URL, without trailing slashes. */
export function basePathOf(url: string): string {
  return new URL(url).pathname.replace(/(?<!\/)\/+$/, '');
}

export function basicHeader(basic: string): string {
  return `Basic ${Buffer.from(basic).toString('base64')}`;
}

function excerptOf(body: Buffer): string {
  const text = body.toString('utf8', 0, 400).replace(/\s+/g, ' ').trim().slice(0, 200);
  return text === '' ? '' : `: ${text}`;
}

/**
 * Reads `Retry-After` (RFC 9110 §10.2.3): seconds or a date. It is capped at an hour, so that a provider's mistake
 * cannot stop us for good.
 */
function parseRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 1), 3_600);
}

function asFailure(error: unknown): unknown {
  if (error instanceof PscFailure || !(error instanceof Error)) return error;
  if (error instanceof errors.HTTPParserError)
    return refusesUs(`the answer is not HTTP: ${error.message}`, { cause: error, isOutcomeUnknown: true });
  const code = (error as NodeJS.ErrnoException).code;
  return new PscFailure('unreachable', [code, error.message].filter(Boolean).join(': '), {
    cause: error,
    // If there was never a connection, nothing was sent.
    isOutcomeUnknown: !NEVER_CONNECTED.has(code ?? ''),
  });
}

const NEVER_CONNECTED: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

async function tlsOptions({ clientCertFile, clientKeyFile, tlsCaFile }: PscConnection) {
  const read = async (file: string | undefined) => (file === undefined ? undefined : readFile(file));
  const [cert, key, ca] = await Promise.all([read(clientCertFile), read(clientKeyFile), read(tlsCaFile)]);
  return { ...(cert && { cert }), ...(key && { key }), ...(ca && { ca }) };
}
