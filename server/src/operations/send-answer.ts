/** How an operation's answer goes out: as JSON, as a file, as 304, or as a replay. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, isKnownTo, sendNotModified } from '../http/caching/etag.ts';
import { attachment } from '../http/content-disposition.ts';
import type { Replay } from './idempotency/idempotency.ts';
import type { Answer } from './operation.ts';

export function locationOf(address: string, { location }: Answer): Record<string, string> {
  return location === undefined ? {} : { location: `${address}${location}` };
}

export function sendReplay(reply: FastifyReply, { status, headers, body }: Replay): FastifyReply {
  return sendJsonText(reply.code(status).headers(headers).header('idempotent-replayed', 'true'), body);
}

export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  address: string,
  answer: Answer,
): FastifyReply {
  const { status, body, text, etag, file, headers } = answer;
  if (headers !== undefined) reply.headers(headers);
  if (etag !== undefined && isKnownTo(request, reply, etag)) return sendNotModified(reply);
  reply.code(status).headers(locationOf(address, answer));
  if (text !== undefined) return sendJsonText(reply, text);
  if (file === undefined) return reply.send(body);
  if (file.name !== undefined) reply.header('content-disposition', attachment(file.name));
  return reply
    .type(file.type)
    .serializer((content: unknown) => content as string)
    .send(file.content);
}

/** A page of a list has no tag, because it changes with every record that is added. */
export function withTag({ method }: FastifyRequest, answer: Answer): Answer {
  const { body, file } = answer;
  const isRead = method === 'GET' || method === 'HEAD';
  const isOneRecord = isRead && typeof body === 'object' && body !== null && !('pagination' in body);
  return isOneRecord && file === undefined ? { ...answer, etag: etagOf(JSON.stringify(body)) } : answer;
}

/**
 * Sends JSON that `JSON.stringify` wrote. Fastify's serializer is slower, and it would drop no field, because this
 * program builds records field by field.
 */
function sendJsonText(reply: { type: FastifyReply['type'] }, json: string): FastifyReply {
  // Fastify sends texts with a content type as they are.
  return reply.type('application/json; charset=utf-8').send(json);
}
