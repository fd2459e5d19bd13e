/** Sends a file while it is being made, as fast as the caller reads it. */

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { type GiveBack, makeShared, type Shared } from '../kernel/shares/shared.ts';
import { SHARED_THINGS } from '../kernel/shares/shared-things.ts';
import type { App } from './app.ts';
import { attachment } from './content-disposition.ts';

/**
 * Headers for content that others have chosen and that our own origin serves: they keep browsers from guessing its
 * type and from running it.
 */
export const NEVER_RUN = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'referrer-policy': 'no-referrer',
};

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * One limit for all kinds of exports and all interfaces: with separate limits, a holder would have a share of each.
     */
    exports: Shared;
  }
}

export function shareExports(app: App): void {
  app.decorate('exports', makeShared(SHARED_THINGS.exports));
}

type Download = { type: string; name: string; content: AsyncIterable<string | Buffer> };

/** The slot is released when the stream ends, also if the client leaves, or if there is no file after all. */
export async function sendExport(
  reply: FastifyReply,
  take: (exports: Shared) => GiveBack | Promise<GiveBack>,
  makeFile: () => Promise<Download>,
): Promise<void> {
  const end = await take(reply.server.exports);
  try {
    sendDownload(reply, await makeFile(), end);
  } catch (error) {
    end();
    throw error;
  }
}

/**
 * A failure breaks the connection in the middle of a chunk, so that no client mistakes a partial file for a whole one.
 */
function sendDownload(reply: FastifyReply, { type, name, content }: Download, end: GiveBack): void {
  const stream = Readable.from(content, { objectMode: false, highWaterMark: 64 * 1024 });
  stream.once('close', end);
  reply
    .type(type)
    .headers({ ...NEVER_RUN, 'cache-control': 'private, no-store' })
    .header('content-disposition', attachment(name))
    .send(stream);
}
