/** Entity tags (RFC 9110 §8.8.3): a caller that already has this version gets a 304 instead of the body. */

import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

/** A strong tag: it identifies exactly these bytes, or this JSON text. */
export function etagOf(content: Uint8Array | string): string {
  return `"${createHash('sha256').update(content).digest('hex')}"`;
}

/**
 * Sets the tag, and returns whether the caller already has that version. If so, the answer must be 304 without a
 * body.
 */
export function isKnownTo(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag);
  return matchesTag(request.headers['if-none-match'], etag);
}

/** Answers 304 without a body. Headers that were set before, such as the tag and the caller's limits, are sent. */
export function sendNotModified(reply: FastifyReply): FastifyReply {
  return reply.code(304).send();
}

/** Uses the weak comparison, as RFC 9110 §13.1.2 demands: a `W/` before a tag is ignored. */
export function matchesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const tags: readonly string[] = ifNoneMatch.match(/"[^"]*"/g) ?? [];
  return tags.includes(etag);
}

/** The answer 304, as an operation declares it among its responses. */
export const NOT_MODIFIED = {
  304: Type.Unsafe<undefined>({
    type: 'null',
    description: 'The caller already has this version (`If-None-Match`).',
  }),
};
