/** Sends a text unchanged, with an ETag. Answers 304 to a caller who already has it. */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  type: string,
  text: string,
  cacheControl: string,
) {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.headers({ etag, 'cache-control': cacheControl });
  if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send();
  return reply
    .type(type)
    .serializer((body: unknown) => body as string)
    .send(text);
}
