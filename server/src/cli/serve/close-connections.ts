/** Closes client connections at shutdown, so that no kept-alive connection delays it. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { exchangeOn } from '../../http/connection/exchanges.ts';

/** Tracks connections from the start; call the result once, when no new work is accepted. */
export function followConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return () => {
    server.closeIdleConnections();
    for (const socket of sockets) {
      const exchange = exchangeOn(socket);
      // Node does not count a connection without a first byte as idle, and would wait for its request.
      if (socket.bytesRead === 0) socket.destroy();
      else if (exchange !== undefined) endAfter(exchange.response);
    }
  };
}

/** `connection: close` where headers are not sent yet; in any case the socket ends after the answer. */
function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  response.once('finish', () => response.req.socket.end());
}
