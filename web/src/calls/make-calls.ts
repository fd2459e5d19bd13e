/** Turns a generated table of calls into functions that send JSON with fetch. */

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: 'json' | 'csv' | 'file';
  query?: true;
  /** A role needs one of these scopes, and `alsoScope` too if given. Any role may make a call without `scope`. */
  scope?: readonly string[];
  alsoScope?: string;
  /** A change that is allowed even while the operator has suspended the account. */
  evenSuspended?: true;
};

type Query = Readonly<Record<string, string | number | undefined>>;

/** A refused request. `message` is for people, in their language; `code` is for programs. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** When the same request may succeed; undefined if the server did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export type BackEnd = {
  /** The prefix of every path. */
  base: () => string;
  /** The account that the calls are about. It is sent in a header; links have it in their address. */
  account?: () => string | undefined;
  /** Shown to people when the server cannot be reached. */
  noAnswer: { en: string; es: string };
};

type Calls = Readonly<Record<string, Call>>;

/** The arguments of a call, in order: path parameters, body, query. */
export function makeCalls<Made>(backEnd: BackEnd, table: Calls): Made {
  return mapCalls(table, (call) => async (...args: unknown[]) => {
    const [url, body] = readArguments(backEnd, call, args);
    const response = await fetch(url, {
      method: call.method,
      credentials: 'same-origin',
      ...requestOf(backEnd, call.body, body),
    }).catch(() => {
      throw noAnswer(backEnd);
    });
    return readAnswer(response.status, await response.text());
  }) as Made;
}

/** Addresses for links and images, to which the browser sends the session's cookie. */
export function makeLinks<Made>(backEnd: BackEnd, table: Calls): Made {
  return mapCalls(
    table,
    (call) =>
      (...args: unknown[]) =>
        readArguments(backEnd, call, args, backEnd.account?.())[0],
  ) as Made;
}

function mapCalls(table: Calls, make: (call: Call) => unknown): unknown {
  return Object.fromEntries(Object.entries(table).map(([name, call]) => [name, make(call)]));
}

/** Arguments beyond those in the table are not sent, because hooks add arguments of their own. */
function readArguments(
  { base }: BackEnd,
  { path, body, query }: Call,
  given: readonly unknown[],
  account?: string,
) {
  const args = [...given];
  const filled = path.replace(/:\w+/g, () => encodeURIComponent(String(args.shift())));
  const sent = body && args.shift();
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries((query && (args.shift() as Query | undefined)) || {}))
    if (value !== undefined && value !== '') params.set(name, String(value));
  if (account !== undefined) params.set('account', account);
  return [base() + filled + (params.size === 0 ? '' : `?${params}`), sent] as const;
}

/** The headers of every request: answer format, language, account. */
export function headersOf({ account }: BackEnd): Record<string, string> {
  const named = account?.();
  return {
    accept: 'application/json',
    'accept-language': pageLanguage(),
    ...(named !== undefined && { 'sello-account': named }),
  };
}

function requestOf(backEnd: BackEnd, kind: Call['body'], body: unknown): RequestInit {
  const headers = headersOf(backEnd);
  if (kind === undefined || body === undefined || body === null) return { headers };
  if (kind === 'json')
    return { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const file = body as File;
  // Workbooks are sent as CSV too: not every system names their type, and the server recognises them by content.
  if (kind === 'csv') return { headers: { ...headers, 'content-type': 'text/csv' }, body: file };
  const own = { 'content-type': file.type, 'x-file-name': encodeURIComponent(file.name) };
  return { headers: { ...headers, ...own }, body: file };
}

export function readAnswer(status: number, text: string, retryAfter: string | null = null): unknown {
  const answer = parseJson(text);
  if (status >= 200 && status < 300) return answer;
  const { error, message } = (answer ?? {}) as { error?: string; message?: string };
  throw new ApiError(
    status,
    error ?? 'unexpected_answer',
    message ?? UNEXPECTED[pageLanguage()](status),
    retryAfter === null ? undefined : Number(retryAfter),
  );
}

const UNEXPECTED = {
  en: (status: number) => `Unexpected response from the server (${status}).`,
  es: (status: number) => `Respuesta inesperada del servidor (${status}).`,
};

/** Undefined when a proxy answered in another format. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function noAnswer({ noAnswer: words }: BackEnd): ApiError {
  return new ApiError(0, 'no_answer', words[pageLanguage()]);
}

function pageLanguage(): 'en' | 'es' {
  return document.documentElement.lang === 'en' ? 'en' : 'es';
}
