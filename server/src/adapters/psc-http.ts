/** One exchange with a provider over HTTP: bounded in time and size, and every way it can end has a class. */

import { readFile } from 'node:fs/promises';
import { errors, Pool } from 'undici';
import type { PscConfig } from '../config.ts';
import { PscFailure, refusesUs } from './psc-failure.ts';

export type PscConnection = Pick<
  PscConfig,
  'url' | 'timeoutMs' | 'clientCertFile' | 'clientKeyFile' | 'tlsCaFile'
>;

export type PscCall = {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** Whether the call may be sent again on a fresh connection when the first was lost. */
  mayRepeat: boolean;
};

export type PscAnswer = {
  status: number;
  header(name: string): string | undefined;
  body: Buffer;
};

export type PscHttp = {
  /** Rejects with a `PscFailure`, or with the signal's reason. Every status is an answer. */
  call(call: PscCall, signal: AbortSignal): Promise<PscAnswer>;
  close(): Promise<void>;
};

/** A token is 1 to 10 KB, and every answer around one is small; what is longer is none. */
const MAX_ANSWER_BYTES = 256 * 1024;

export async function openPscHttp(connection: PscConnection): Promise<PscHttp> {
  const pool = new Pool(new URL(connection.url).origin, {
    connections: 64,
    pipelining: 1,
    connect: { timeout: connection.timeoutMs, ...(await tlsOptions(connection)) },
    // The deadline covers all of it: these two only see silence, not a trickle.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const exchange = async (call: PscCall, signal: AbortSignal): Promise<PscAnswer> => {
    const { method, path, headers = {}, body = null } = call;
    const reply = await pool.request({ method, path, headers, body, signal });
    return {
      status: reply.statusCode,
      header(name) {
        const value = reply.headers[name];
        return typeof value === 'string' ? value : value?.[0];
      },
      body: await readCapped(reply.body),
    };
  };
  return {
    async call(call, signal) {
      try {
        return await exchange(call, signal);
      } catch (error) {
        // A kept-alive connection may be closed by the provider at the very moment we use it. One more try
        // on a fresh one; a second failure counts.
        if (!call.mayRepeat || !isLostConnection(error)) throw asFailure(error);
      }
      return exchange(call, signal).catch((error) => {
        throw asFailure(error);
      });
    },
    close: () => pool.destroy(),
  };
}

/** Gives `work` a signal that ends it with a `timeout` failure. */
export async function withDeadline<T>(
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    controller.abort(
      new PscFailure('timeout', `no whole answer within ${timeoutMs} ms`, { isOutcomeUnknown: true }),
    );
  }, timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What a status other than success means. Those about the content of a request speak of this one alone; all
 * others (credentials, limits, a wrong address, faults of the provider) will meet the next one too.
 */
export function refusalOf(answer: PscAnswer, now: Date): PscFailure {
  const { status } = answer;
  const reason = `the provider answered ${status}${excerptOf(answer.body)}`;
  const retryAfterSeconds = parseRetryAfter(answer.header('retry-after'), now);
  if (status === 402) return new PscFailure('out_of_credit', reason, { retryAfterSeconds });
  if (ABOUT_THE_REQUEST.has(status)) return new PscFailure('rejected', reason, { retryAfterSeconds });
  return refusesUs(reason, { retryAfterSeconds, isOutcomeUnknown: status >= 500 });
}

const ABOUT_THE_REQUEST: ReadonlySet<number> = new Set([400, 409, 410, 413, 422]);

/** The part of a URL that calls below a base address start with. */
export function basePathOf(url: string): string {
  return new URL(url).pathname.replace(/\/+$/, '');
}

export function basicHeader(basic: string): string {
  return `Basic ${Buffer.from(basic).toString('base64')}`;
}

function excerptOf(body: Buffer): string {
  const text = body.toString('utf8', 0, 400).replace(/\s+/g, ' ').trim().slice(0, 200);
  return text === '' ? '' : `: ${text}`;
}

/** RFC 9110 §10.2.3: seconds or a date. An hour at most, so that a slip of the provider's cannot stop us for good. */
function parseRetryAfter(text: string | undefined, now: Date): number | undefined {
  if (text === undefined) return undefined;
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(Math.ceil(seconds), 1), 3_600);
}

async function readCapped(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES)
      throw new PscFailure('invalid_token', 'the answer is too long to be a token');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function isLostConnection(error: unknown): boolean {
  if (error instanceof errors.SocketError)
    return error.socket?.bytesRead === 0 || error.message === 'other side closed';
  return ['ECONNRESET', 'EPIPE'].includes((error as NodeJS.ErrnoException).code ?? '');
}

function asFailure(error: unknown): unknown {
  if (error instanceof PscFailure || !(error instanceof Error)) return error;
  if (error instanceof errors.HTTPParserError)
    return refusesUs(`the answer is not HTTP: ${error.message}`, { cause: error, isOutcomeUnknown: true });
  const code = (error as NodeJS.ErrnoException).code;
  return new PscFailure('unreachable', [code, error.message].filter(Boolean).join(': '), {
    cause: error,
    // Where no connection came about, nothing was sent.
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
