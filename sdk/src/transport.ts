/** Sends calls: address, key, retries, time limit. */

import { SelloConnectionError, SelloError, toSelloError } from './errors.ts';
import { environment, proxyFetch } from './platform.ts';
import { pauseBefore } from './retries.ts';
import type { OnProgress } from './source.ts';
import type { RequestBody } from './upload.ts';
import { canSendByXhr, sendByXhr } from './xhr.ts';

export type SelloOptions = {
  /** `sello_live_…` or `sello_test_…`; defaults to `SELLO_API_KEY` of the environment. */
  apiKey?: string | undefined;
  /** The address of the server, such as `https://sello.example`; defaults to `SELLO_URL` of the environment. */
  baseUrl?: string | undefined;
  /** Retries after the first attempt; defaults to 5. */
  maxRetries?: number | undefined;
  /** Time limit for one attempt; defaults to 2 minutes. Uploads and downloads have no limit but the server's. */
  timeoutMs?: number | undefined;
  /** Language of the messages for people; defaults to English. */
  language?: 'en' | 'es' | undefined;
  /** Called before each pause. */
  onRetry?: ((notice: RetryNotice) => void) | undefined;
  /** Called with every answer: status, headers and the id of the request. */
  onResponse?: ((answer: Answer) => void) | undefined;
  /** Replaces the platform's own. */
  fetch?: typeof fetch | undefined;
  /** Node only: `http://user:password@proxy:3128`. By default `HTTPS_PROXY`, `HTTP_PROXY` and `NO_PROXY` of the environment. */
  proxy?: string | undefined;
  /** Clock and randomness, for tests. */
  runtime?: Partial<Runtime> | undefined;
};

/** The parts of the answer other than the body. `requestId` identifies the call to the server's operator. */
export type Answer = { status: number; headers: Headers; requestId: string | undefined };

export type RetryNotice = { error: SelloError; pauseMs: number; tries: number };

export type Runtime = {
  now(): number;
  random(): number;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
};

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Random by default. With a key of your own, a program that is run again does not repeat the operation. */
  idempotencyKey?: string | undefined;
  maxRetries?: number | undefined;
  timeoutMs?: number | undefined;
  headers?: Readonly<Record<string, string>> | undefined;
  /** Called with every answer to this call. */
  onResponse?: ((answer: Answer) => void) | undefined;
  /** Called with the amount of the body already sent. */
  onProgress?: OnProgress | undefined;
};

/** One operation of the API, as `operations.ts` lists it. */
export type Operation = {
  method: string;
  path: string;
  /** The only field of the answer; the call returns its value. */
  unwrap?: string;
  /** The field of the answer that holds the items of a page. */
  list?: string;
  /** The answer is a file, not JSON. */
  file?: boolean;
  query?: readonly string[];
};

export type Query = Readonly<Record<string, unknown>>;

export type ApiCall = {
  method: string;
  path: string;
  query?: Query | undefined;
  body?: RequestBody | undefined;
  onProgress?: OnProgress | undefined;
  /** Whether the call has no time limit, because the size of its answer is not known. */
  isLong?: boolean;
  options?: CallOptions | undefined;
};

export type Transport = {
  runtime: Runtime;
  /** Retries until `read` succeeds on an answer or the failure is permanent. */
  call<Result>(call: ApiCall, read: (response: Response) => Promise<Result>): Promise<Result>;
};

type Connection = { apiKey: string; maxRetries: number; timeoutMs: number } & Pick<
  SelloOptions,
  'language' | 'onRetry' | 'onResponse' | 'fetch'
> & { root: string; runtime: Runtime };

export function makeTransport(options: SelloOptions): Transport {
  const connection = readOptions(options);
  return { runtime: connection.runtime, call: (call, read) => callWithRetries(connection, call, read) };
}

function readOptions({
  apiKey = environment().SELLO_API_KEY,
  baseUrl = environment().SELLO_URL ?? '',
  maxRetries = 5,
  timeoutMs = 120_000,
  proxy,
  ...rest
}: SelloOptions): Connection {
  if (typeof apiKey !== 'string' || !/^[\x21-\x7e]+$/.test(apiKey))
    throw new TypeError('`apiKey` (or SELLO_API_KEY) must be an API key, such as sello_test_…');
  if (!/^https?:\/\/[^/?#]+/.test(baseUrl))
    throw new TypeError(
      '`baseUrl` (or SELLO_URL) must be the address of a server, such as https://sello.example',
    );
  return {
    ...rest,
    fetch: rest.fetch ?? proxyFetch(baseUrl, proxy),
    apiKey,
    maxRetries,
    timeoutMs,
    root: `${baseUrl.replace(/[/]+$/, '')}/api/public/v1`,
    runtime: { ...REAL_RUNTIME, ...rest.runtime },
  };
}

async function callWithRetries<Result>(
  connection: Connection,
  call: ApiCall,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { runtime, onRetry } = connection;
  const { signal, maxRetries = connection.maxRetries } = call.options ?? {};
  const headers = headersOf(connection, call);
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    try {
      return await tryOnce(connection, call, headers, read);
    } catch (error) {
      signal?.throwIfAborted();
      if (!(error instanceof SelloError)) throw error;
      const pauseMs = pauseBefore(error, tries, runtime.random);
      const canRepeat = tries < maxRetries && (call.body?.canReplay() ?? true);
      if (pauseMs === undefined || !canRepeat) throw error;
      onRetry?.({ error, pauseMs, tries: tries + 1 });
      await runtime.sleep(pauseMs, signal);
    }
  }
}

/** Made once for all tries, because a retry must use the Idempotency-Key of the first try. */
function headersOf(
  { apiKey, language }: Connection,
  { method, body, options }: ApiCall,
): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    ...(language !== undefined && { 'accept-language': language }),
    ...(body !== undefined && { 'content-type': body.type }),
    ...(method === 'POST' && { 'idempotency-key': options?.idempotencyKey ?? randomKey() }),
    ...options?.headers,
  };
}

async function tryOnce<Result>(
  connection: Connection,
  call: ApiCall,
  headers: Record<string, string>,
  read: (response: Response) => Promise<Result>,
): Promise<Result> {
  const { signal, timeoutMs = call.isLong ? undefined : connection.timeoutMs } = call.options ?? {};
  const limit = new AbortController();
  const stop = () => limit.abort(signal?.reason);
  signal?.addEventListener('abort', stop, { once: true });
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => limit.abort(), timeoutMs);
  try {
    const response = await deliver(connection, call, headers, limit.signal);
    report(connection, call, response);
    if (!response.ok) throw await toSelloError(response, connection.runtime.now());
    const result = await read(response);
    // A file is still being read after the call returns, so the caller's signal can still abort it.
    if (!call.isLong) signal?.removeEventListener('abort', stop);
    return result;
  } catch (error) {
    signal?.removeEventListener('abort', stop);
    if (error instanceof SelloError) throw error;
    const isLate = limit.signal.aborted && signal?.aborted !== true;
    throw new SelloConnectionError(
      isLate ? `No answer came within ${timeoutMs} ms.` : `The server cannot be reached: ${reasonOf(error)}`,
      error,
    );
  } finally {
    clearTimeout(timer);
  }
}

function report({ onResponse }: Connection, { options }: ApiCall, { status, headers }: Response): void {
  const answer = { status, headers, requestId: headers.get('x-request-id') ?? undefined };
  onResponse?.(answer);
  options?.onResponse?.(answer);
}

async function deliver(
  connection: Connection,
  { method, path, query, body, onProgress }: ApiCall,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  const url = connection.root + path + searchOf(query);
  if (body !== undefined && connection.fetch === undefined && canSendByXhr()) {
    // Only XMLHttpRequest reports upload progress in a browser, and streams can be sent only over HTTP/2.
    return sendByXhr({ method, url, headers, body: await body.whole(), onProgress, signal });
  }
  const send = connection.fetch ?? fetch;
  const opened = await body?.open(signal, onProgress);
  if (opened === undefined) return send(url, { method, headers, signal });
  // Announces the size of a file if it is known, so that a file that is too large is refused before it is sent.
  if (body?.size !== undefined) headers['content-length'] = String(body.size);
  // `duplex` is needed wherever a stream is sent, but the types of some platforms lack it.
  const init = { method, headers, signal, body: opened, duplex: 'half' as const };
  return send(url, init);
}

export function searchOf(query: Query | undefined): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === undefined || value === null) continue;
    if (value instanceof Date) search.append(name, value.toISOString());
    else if (Array.isArray(value)) for (const one of value) search.append(name, String(one));
    else if (typeof value === 'object')
      // `metadata: { a: 'b' }` becomes `metadata[a]=b`.
      for (const [key, one] of Object.entries(value)) search.append(`${name}[${key}]`, String(one));
    else search.append(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** The platform's fetch hides the reason in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const code = cause instanceof Error ? ('code' in cause && cause.code) || cause.message : undefined;
  return code ? `${error.message} (${code})` : error.message;
}

/** `randomUUID` is not used, because browsers offer it only on secure pages. */
function randomKey(): string {
  return `sdk-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const REAL_RUNTIME: Runtime = {
  now: Date.now,
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      const stop = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, ms);
      signal?.addEventListener('abort', stop, { once: true });
    }),
};
