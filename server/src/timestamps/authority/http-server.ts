/** RFC 3161 §3.4 over HTTP: the embedded authority behind an address, for us and for any other client. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type LoopbackServer, listenOnLoopback } from '../../http/connection/listen-on-loopback.ts';
import { plainListener, refuseInWords } from '../../http/connection/plain-listener.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EmbeddedAuthority } from './authority.ts';

const MAX_REQUEST_BYTES = 16 * 1024;

/** Listens on loopback for this process's own client, so that the path to a stamp is the same as to a PSC's. */
export function serveAuthority(authority: EmbeddedAuthority, logger: Logger): Promise<LoopbackServer> {
  return listenOnLoopback(authorityListener(authority, logger));
}

/** Answers one time-stamp request; whoever mounts it has checked method and path. */
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
    refuseInWords(response, 413, 'A time-stamp request is never this long.');
    return;
  }
  const reply = await authority.answer(body);
  response.writeHead(200, { 'content-type': 'application/timestamp-reply', 'content-length': reply.length });
  response.end(reply);
}

/** Undefined when it is too long. Plain events: an async iterator costs more than all the rest of an answer. */
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
    request.once('close', () => reject(new Error('the client left before its request was whole')));
  });
}
