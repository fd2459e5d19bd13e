/**
 * Limits the time in which a body must arrive: one that comes a byte at a time would hold a connection for as long as
 * its sender likes. Only an upload has a reason to take minutes. Every other body is a few lines and arrives within
 * seconds.
 */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for an upload, whose body may take as long as any request may. */
    isUpload?: boolean;
  }
}

const BODY_WITHIN_MS = 10_000;

/** If the body is late, answers with 408, or hangs up if an answer was already sent. */
export function demandBodySoon(server: Server, request: IncomingMessage, response: ServerResponse): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if ((length === undefined || length === '0') && encoding === undefined) return;
  const timer = setTimeout(() => {
    if (request.complete) return;
    if (response.headersSent) request.destroy();
    else server.emit('clientError', requestTimeout(), request.socket);
  }, BODY_WITHIN_MS);
  // Once the body has arrived, the answer may take its time.
  request.once('end', () => clearTimeout(timer));
  request.once('close', () => clearTimeout(timer));
}

/** The error that Node gives for a whole request that takes too long, so that both get the same answer. */
function requestTimeout(): Error {
  return Object.assign(new Error('The body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
}
