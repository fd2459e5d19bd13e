/** Lets clients go when the server ends, so that nobody's kept-alive connection holds the end up. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Follows a server from its first connection; the result is called once, when no new work is taken any more. */
export function followConnections(server: Server): () => void {
  const sockets = new Set<Socket>();
  const underWay = new Set<ServerResponse>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.on('request', (_request, response) => {
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return () => {
    server.closeIdleConnections();
    // To Node a connection on which nothing was said yet is not idle but late with its request.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
    for (const response of underWay) endAfter(response);
  };
}

/** A client that is told does not wait; one whose answer has begun finds out once it has all of it. */
function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  response.once('finish', () => response.req.socket.end());
}
