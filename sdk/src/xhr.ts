/** Uploads in a browser, whose `fetch` neither reports upload progress nor streams over HTTP/1. */

import type { Progress } from './source.ts';

type Upload = {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body: Blob;
  onProgress: ((progress: Progress) => void) | undefined;
  signal: AbortSignal;
};

/** The parts of XMLHttpRequest used here. */
type Xhr = {
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: Blob): void;
  abort(): void;
  getAllResponseHeaders(): string;
  responseType: string;
  response: unknown;
  status: number;
  upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
};

const xhrOf = (): (new () => Xhr) | undefined =>
  (globalThis as { XMLHttpRequest?: new () => Xhr }).XMLHttpRequest;

export function canSendByXhr(): boolean {
  return xhrOf() !== undefined;
}

export function sendByXhr({ method, url, headers, body, onProgress, signal }: Upload): Promise<Response> {
  const Request = xhrOf();
  if (Request === undefined) throw new TypeError('XMLHttpRequest is missing.');
  return new Promise((resolve, reject) => {
    const xhr = new Request();
    const stop = () => xhr.abort();
    xhr.open(method, url);
    xhr.responseType = 'arraybuffer';
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.({ phase: 'sending', loaded, total });
    xhr.onload = () => {
      signal.removeEventListener('abort', stop);
      resolve(toResponse(xhr));
    };
    xhr.onerror = () => reject(new TypeError('the upload failed'));
    xhr.onabort = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) reject(signal.reason);
    else xhr.send(body);
  });
}

function toResponse(xhr: Xhr): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const body = xhr.response instanceof ArrayBuffer && xhr.response.byteLength > 0 ? xhr.response : null;
  return new Response(body, { status: xhr.status, headers });
}
