/** JSON over fetch, and uploads with progress. */

import type { Refusal } from './api-types.ts';

const BASE = '/api/dashboard';

/** A refused request. `message` is for people, in their language; `code` is for programs. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  /** When the same request may succeed; undefined where the server did not say. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, code: string, message: string, retryAfterSeconds?: number) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The status 401 is not enough: a wrong authentication code has it too, and does not end the session. */
export function isLoggedOut(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'unauthorized';
}

export type Query = Readonly<Record<string, string | number | undefined>>;

export function address(path: string, query: Query = {}): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') params.set(name, String(value));
  }
  return params.size === 0 ? BASE + path : `${BASE}${path}?${params}`;
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export async function call<T>(method: Method, path: string, body?: object, query?: Query): Promise<T> {
  const headers: Record<string, string> = { accept: 'application/json', 'accept-language': pageLanguage() };
  if (body !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(address(path, query), {
    method,
    headers,
    credentials: 'same-origin',
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw noAnswer();
  });
  return readAnswer<T>(response.status, await response.text());
}

/** Sends a CSV table as it is: the server finds out how it was written. */
export async function sendTable<T>(path: string, table: Blob, query?: Query): Promise<T> {
  const headers = {
    accept: 'application/json',
    'accept-language': pageLanguage(),
    'content-type': 'text/csv',
  };
  const response = await fetch(address(path, query), {
    method: 'POST',
    headers,
    credentials: 'same-origin',
    body: table,
  }).catch(() => {
    throw noAnswer();
  });
  return readAnswer<T>(response.status, await response.text());
}

export type Upload<T> = {
  path: string;
  query?: Query;
  form: FormData;
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Never read; carries the type of the answer. */
  answer?: T;
};

/** XMLHttpRequest, because fetch reports no upload progress. */
export function upload<T>({ path, query, form, onProgress, signal }: Upload<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address(path, query));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('accept-language', pageLanguage());
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => {
      try {
        resolve(
          readAnswer<T>(request.status, request.responseText, request.getResponseHeader('retry-after')),
        );
      } catch (error) {
        reject(error);
      }
    };
    request.onerror = () => reject(noAnswer());
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function readAnswer<T>(status: number, text: string, retryAfter: string | null = null): T {
  const answer = parseJson(text);
  if (status >= 200 && status < 300) return answer as T;
  const { error, message } = (answer ?? {}) as Partial<Refusal>;
  throw new ApiError(
    status,
    error ?? 'unexpected_answer',
    message ?? inPageLanguage(UNEXPECTED)(status),
    retryAfter === null ? undefined : Number(retryAfter),
  );
}

/** Undefined when a proxy answered in another format. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NO_ANSWER = {
  en: 'The server isn’t responding. Check your connection and try again.',
  es: 'El servidor no responde. Revise su conexión e inténtelo de nuevo.',
};

const UNEXPECTED = {
  en: (status: number) => `Unexpected response from the server (${status}).`,
  es: (status: number) => `Respuesta inesperada del servidor (${status}).`,
};

function noAnswer(): ApiError {
  return new ApiError(0, 'no_answer', inPageLanguage(NO_ANSWER));
}

function inPageLanguage<T>(texts: { en: T; es: T }): T {
  return texts[pageLanguage()];
}

function pageLanguage(): 'en' | 'es' {
  return document.documentElement.lang === 'en' ? 'en' : 'es';
}
