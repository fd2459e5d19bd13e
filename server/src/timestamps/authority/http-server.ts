/** The embedded authority over HTTP (RFC 3161 §3.4), for our own client and any other. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from '../../http/connection/listen-on-loopback.ts';
import { plainListener, refuseInWords } from '../../http/connection/plain-listener.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EmbeddedAuthority } from './authority.ts';

const MAX_REQUEST_BYTES = 16 * 1024;

/** Listens on loopback for this process's own client, so that both kinds of provider share one code path. */
export function serveAuthority(authority: EmbeddedAuthority, logger: Logger): Promise<LoopbackServer> {
  return listenOnLoopback(authorityListener(authority, logger));
}

/** Answers one time-stamp request. Method and path must have been checked before. */
export function authorityListener(authority: EmbeddedAuthority, logger: Logger): RequestListener {
  return plainListener(
    (request, response) => respond(authority, request, response),
    (error) => logger.error('tsa.failed', { error }),
  );
}

async function respond(
  authority: EmbeddedAuthority,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.headers['content-type'] !== 'application/timestamp-query') {
    refuseInWords(response, 415, 'Send a time-stamp request as application/timestamp-query (RFC 3161).');
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    refuseInWords(response, 413, 'The body is too long for a time-stamp request.');
    return;
  }
  const reply = await authority.answer(body);
  response.writeHead(200, { 'content-type': 'application/timestamp-reply', 'content-length': reply.length });
  response.end(reply);
}

/** Undefined if it is too long. Plain events: an async iterator costs more than the rest of the request. */
function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    request.on('data', (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= MAX_REQUEST_BYTES) chunks.push(chunk);
      else resolve(undefined);
    });
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', reject);
    request.once('close', () => reject(new Error('the client disconnected before its request was complete')));
  });
}
