/** The embedded authority over HTTP (RFC 3161 §3.4), for strangers; this process calls it without HTTP. */

import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { lingerAfterEarlyAnswer } from '../../http/connection/linger.ts';
import { plainListener, refuseInWords } from '../../http/connection/plain-listener.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EmbeddedAuthority } from './authority.ts';

const MAX_REQUEST_BYTES = 16 * 1024;

/** Answers one time-stamp request. Method and path must have been checked before. */
export function authorityListener(authority: EmbeddedAuthority, logger: Logger): RequestListener {
  return plainListener(
    (request, response) => respond(authority, request, response),
    (error) => {
      // This is not a failure of ours, so one line without a stack is logged.
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
    refuseInWords(response, 413, 'The body is too long for a time-stamp request.');
    return;
  }
  const reply = await authority.answer(body);
  response.writeHead(200, { 'content-type': 'application/timestamp-reply', 'content-length': reply.length });
  // The answer is sent as text with one character per octet, because Node then writes head and body in one call instead
  // of two.
  response.end(Buffer.from(reply.buffer, reply.byteOffset, reply.length).toString('latin1'), 'latin1');
}

/** The client disconnected, or sent something that is not HTTP. */
class BrokenRequest extends Error {}

/**
 * Reads the body; undefined if it is too long. It uses plain events, because an async iterator costs more than the
 * rest of the request.
 */
function readBody(request: IncomingMessage): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    let hasEnded = false;
    const take = (chunk: Uint8Array) => {
      size += chunk.length;
      if (size <= MAX_REQUEST_BYTES) return void chunks.push(chunk);
      request.off('data', take);
      resolve(undefined);
    };
    if (Number(request.headers['content-length'] ?? 0) > MAX_REQUEST_BYTES) return resolve(undefined);
    request.on('data', take);
    request.once('end', () => {
      hasEnded = true;
      resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks));
    });
    request.once('error', (error) => reject(new BrokenRequest(error.message)));
    // Every request emits this event. An error, with its costly stack, is made only for a request that had not ended
    // before.
    request.once('close', () => {
      if (!hasEnded) reject(new BrokenRequest('the client disconnected before its request was complete'));
    });
  });
}
