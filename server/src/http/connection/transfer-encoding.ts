/**
 * Refuses bodies whose end a proxy in front might see in another position than we do, because this allows request
 * smuggling. Node's parser treats such bodies as chunked; we refuse them and close the connection (RFC 9112 §6.1,
 * §6.3).
 */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { AppError } from '../../kernel/errors.ts';

/** Connections on which a request was refused. Later bytes on them may belong to the same request. */
const refused = new WeakSet<Socket>();

export function assertPlainChunks(request: IncomingMessage, response: ServerResponse): void {
  const coding = request.headers['transfer-encoding'];
  const isPlain = coding === undefined || (request.httpVersion === '1.1' && /^chunked$/i.test(coding.trim()));
  if (isPlain && !refused.has(request.socket)) return;
  refused.add(request.socket);
  response.setHeader('connection', 'close');
  throw new AppError('bad_request', {
    en: 'The header `Transfer-Encoding` may only be `chunked`, and only in HTTP/1.1. Send a `Content-Length` instead.',
    es: 'El encabezado `Transfer-Encoding` solo puede ser `chunked`, y solo en HTTP/1.1. Envíe en su lugar un `Content-Length`.',
  });
}
