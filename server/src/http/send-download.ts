/** Sends a file while it is made: read as fast as the caller takes it. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { attachment } from './content-disposition.ts';

/** For content chosen by others on our own origin: never sniffed, never run. */
export const NEVER_RUN = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};

/**
 * A failure breaks the connection in the middle of a chunk, so that no client mistakes a partial file for a whole one.
 * The turn ends with the stream, also if the client goes away.
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
