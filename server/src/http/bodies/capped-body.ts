/** Reads a body that is no JSON, such as a picture, where the framework leaves bodies unread. */

import type { FastifyRequest } from 'fastify';
import { bodyTooLarge } from '../errors.ts';

/** Its media type alone; empty where none was sent. */
export function typeOfBody({ heldContentType }: FastifyRequest): string {
  return heldContentType.split(';')[0]?.trim().toLowerCase() ?? '';
}

/** Stops reading at the first byte too many. */
export async function readCappedBody({ headers, raw }: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge();
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of raw as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > maxBytes) throw bodyTooLarge();
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}
