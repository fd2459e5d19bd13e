/** Answers whose JSON is already written. */

import type { FastifyReply } from 'fastify';

/**
 * For records that this program builds field by field: Fastify's serializer has no field to leave out of them, and is
 * slower than `JSON.stringify`.
 */
export function sendJsonText(reply: { type: FastifyReply['type'] }, json: string): FastifyReply {
  // Fastify sends texts with a content type as they are.
  return reply.type('application/json; charset=utf-8').send(json);
}
