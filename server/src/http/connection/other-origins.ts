/**
 * Lets pages of other origins call the public API and read its answers. This is safe because the key travels in a
 * header that no browser adds by itself, and cookies mean nothing there. Credentials are never allowed, and the
 * dashboard is never opened, because it trusts a cookie.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';

/** Signed addresses of files are open too, because `proof?type=file&format=raw` redirects to them. */
const OPEN = /^\/(?:api\/public\/v1|files)(?:[/?]|$)/;

const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, Content-Digest, If-None-Match, Accept-Language, Range',
  // Chromium keeps the answer for two hours at most.
  'access-control-max-age': '7200',
};

const READABLE = [
  'Location',
  'ETag',
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Idempotent-Replayed',
  'Content-Disposition',
  'Content-Length',
  'Content-Range',
  'Allow',
  'WWW-Authenticate',
].join(', ');

export function openToOtherOrigins(request: FastifyRequest, reply: FastifyReply): void {
  if (!OPEN.test(request.url)) return;
  reply.headers({ 'access-control-allow-origin': '*', 'access-control-expose-headers': READABLE });
}

/**
 * Whether this is the preflight that a browser sends before a call with a key. It is allowed for any address, so that
 * the page can read the 404 of a wrong one.
 */
export function isPreflight({ method, url, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && OPEN.test(url) && headers['access-control-request-method'] !== undefined;
}

export function answerPreflight(reply: FastifyReply): FastifyReply {
  return reply.code(204).headers(PREFLIGHT).send();
}
