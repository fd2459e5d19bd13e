/**
 * An answer that nobody reads holds its turn, its memory and what it reads from for as long as the connection lasts. A
 * caller that does not take it, or takes a few bytes now and then, is hung up on.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** What a caller must take between two looks while there is something to take: about one kilobyte a second. */
const LEAST_BYTES = 32 * 1024;
const LOOK_EVERY_MS = 30_000;

export function hangUpOnStalled(server: Server): void {
  const look = watchReaders(server);
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(looking));
}

/**
 * The result hangs up on those who took too little since it was last called. It knows connections, not answers: what is
 * kept for each answer grows old with it.
 */
export function watchReaders(server: Server): () => void {
  /** What each had taken at the last look; undefined where nothing was left to take. */
  const taken = new Map<Socket, number | undefined>();
  server.on('connection', (socket: Socket) => {
    taken.set(socket, undefined);
    socket.once('close', () => taken.delete(socket));
  });
  return () => {
    for (const [socket, before] of taken) {
      const now = socket.writableLength === 0 ? undefined : socket.bytesWritten - socket.writableLength;
      taken.set(socket, now);
      if (now !== undefined && before !== undefined && now - before < LEAST_BYTES) socket.destroy();
    }
  };
}
