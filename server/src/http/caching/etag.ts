/** Entity tags (RFC 9110 §8.8.3): a caller that already has this version gets a 304 instead of the body. */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

/** A strong tag: it identifies exactly these bytes, or this JSON text. */
export function etagOf(content: Uint8Array | string): string {
  return `"${createHash('sha256').update(content).digest('hex')}"`;
}

/** Sets the tag, and returns whether the caller has that version: then the answer is 304 without a body. */
export function isKnownTo(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  return matchesTag(request.headers['if-none-match'], etag);
}

/** Sends no body; headers set before, such as the tag and the caller's limits, stay. */
export function sendNotModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send();
}

/** The weak comparison that RFC 9110 §13.1.2 demands: `W/` does not count. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

/** For the responses of an operation. */
export const NOT_MODIFIED = {
  304: Type.Unsafe<undefined>({
    type: 'null',
    description: 'The caller already has this version (`If-None-Match`).',
  }),
};
