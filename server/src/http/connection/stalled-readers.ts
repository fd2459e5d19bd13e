/**
 * Closes the connection of a caller that reads nothing of its answer, or only a few bytes now and then. An answer
 * that nobody reads occupies a slot, memory and its data source for as long as the connection lasts.
 */

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes that a caller must read between two checks while data is ready: about one kilobyte a second. */
const LEAST_BYTES = 32 * 1024;
export const LOOK_EVERY_MS = 30_000;

export function hangUpOnStalled(server: Server): void {
  const look = watchReaders(server);
  const looking = setInterval(look, LOOK_EVERY_MS).unref();
  server.once('close', () => clearInterval(looking));
}

/**
 * Returns a function that closes the connections that read too little since its last call. It tracks connections and
 * not answers, because one object per answer would reach V8's old generation.
 */
export function watchReaders(server: Server): () => void {
  /** How many bytes each connection had read at the last check; undefined if nothing was left to read. */
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
