/** Finds out for which host a request is. No other code reads the host, so that all parts agree. */

import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../kernel/errors.ts';

/** The hosts that requests name in their first line, in absolute form. */
const inFirstLine = new WeakMap<IncomingMessage, string>();

/**
 * Moves the host out of the first line: `GET http://host/path` is a request for `/path` on that host (RFC 9112
 * §3.2.2). Later code sees only the path.
 */
export function toOriginForm(request: IncomingMessage): string {
  const url = request.url ?? '';
  const [, host, path] = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url) ?? [];
  if (host === undefined || path === undefined) return url;
  inFirstLine.set(request, host);
  return path.startsWith('/') ? path : `/${path}`;
}

/**
 * Refuses an HTTP/1.1 request unless it has exactly one valid `Host` (RFC 9112 §3.2). If there were two, or a
 * different host in the first line, a proxy in front could use one and we the other.
 */
export function assertOneHost(request: IncomingMessage): void {
  const { httpVersion, rawHeaders } = request;
  const hosts: string[] = [];
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[i + 1] ?? '');
  }
  if (hosts.length > 1 || (hosts.length === 0 && httpVersion !== '1.0')) {
    throw new AppError('bad_request', {
      en: 'The header `Host` must be sent exactly once.',
      es: 'El encabezado `Host` debe enviarse exactamente una vez.',
    });
  }
  const first = inFirstLine.get(request);
  const all = [...hosts, ...(first === undefined ? [] : [first])].map(plainHost);
  if (all.includes(undefined) || new Set(all).size > 1 || (first !== undefined && all.includes(''))) {
    throw new AppError('bad_request', {
      en: 'The header `Host` must be a host, with a port if need be, and the one of the address in the first line.',
      es: 'El encabezado `Host` debe ser un host, con puerto si hace falta, y el mismo de la dirección en la primera línea.',
    });
  }
}

/**
 * The host of a request in lower case, without a default port and without a trailing dot; '' if none was sent. It is read
 * from the header `Host` itself: `request.host` would be the `X-Forwarded-Host` of a caller that a trusted proxy passed on.
 */
export function hostOf({ raw }: Pick<FastifyRequest, 'raw'>): string {
  return plainHost(inFirstLine.get(raw) ?? raw.headers.host ?? '') ?? '';
}

/**
 * Normalises a host; undefined for text that is not a host. The URL parser knows every way to write a host, such as
 * `%66iles`, full-width letters or `:0443`.
 */
export function plainHost(given: string): string | undefined {
  if (given === '') return '';
  if (/[\s/\\?#@]/.test(given)) return undefined;
  const host = URL.parse(`http://${given}`)?.host;
  return host?.replace(/(?<!\.)\.+(?=(?::\d{1,5})?$)/, '').replace(/:(?:80|443)$/, '');
}
