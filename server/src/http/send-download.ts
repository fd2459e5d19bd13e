/** Sends a file while it is being made, as fast as the caller reads it. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { attachment } from './content-disposition.ts';

/**
 * Headers for content that others have chosen and that our own origin serves: no browser guesses its type or runs it.
 */
export const NEVER_RUN = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};

/**
 * Sends the stream. If it fails, the connection is broken in the middle of a chunk, so that no client takes a partial
 * file for a whole one. The turn ends with the stream, even if the client goes away.
 */
export function sendDownload(
  reply: FastifyReply,
  { type, name }: { type: string; name: string },
  content: AsyncIterable<string | Buffer>,
  end: () => void,
): void {
  const stream = Readable.from(content, { objectMode: false, highWaterMark: 64 * 1024 });
  stream.once('close', end);
  reply
    .type(type)
    .headers({ ...NEVER_RUN, 'cache-control': 'private, no-store' })
    .header('content-disposition', attachment(name))
    .send(stream);
}
