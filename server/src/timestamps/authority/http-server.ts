/** RFC 3161 §3.4 over HTTP: the embedded authority behind an address, for us and for any other client. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { lingerAfterEarlyAnswer } from '../../http/connection/linger.ts';
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
    (error) => {
      // Nobody's fault of ours: one line, and no stack.
      if (error instanceof BrokenRequest) logger.info('tsa.broken_request', { reason: error.message });
      else logger.error('tsa.failed', { error });
    },
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
    lingerAfterEarlyAnswer(request, response);
    refuseInWords(response, 413, 'A time-stamp request is never this long.');
    return;
  }
  const reply = await authority.answer(body);
  response.writeHead(200, { 'content-type': 'application/timestamp-reply', 'content-length': reply.length });
  response.end(reply);
}

/** The client left, or what it sent is no HTTP. */
class BrokenRequest extends Error {}

/** Undefined when it is too long. Plain events: an async iterator costs more than all the rest of an answer. */
function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const take = (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= MAX_REQUEST_BYTES) return void chunks.push(chunk);
      request.off('data', take);
      resolve(undefined);
    };
    if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) return resolve(undefined);
    request.on('data', take);
    request.once('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.once('error', (error) => reject(new BrokenRequest(error.message)));
    request.once('close', () => reject(new BrokenRequest('the client left before its request was whole')));
  });
}
