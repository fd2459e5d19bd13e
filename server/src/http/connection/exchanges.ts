/** Knows which request each connection is busy with. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = { request: IncomingMessage; response: ServerResponse };

const latest = new WeakMap<Socket, Exchange>();

export function followExchanges(server: Server): void {
  server.on('request', (request, response) => {
    const { socket } = request;
    const exchange = { request, response };
    latest.set(socket, exchange);
    // The exchange is forgotten at once. Objects that an idle connection keeps alive reach V8's old generation, and
    // then cost a full garbage collection.
    response.once('close', () => {
      if (latest.get(socket) === exchange) latest.delete(socket);
    });
  });
}

/**
 * The latest request on this connection, if its answer is not sent yet. On a pipelined connection other answers may
 * come before it.
 */
export function exchangeOn(socket: Socket): Exchange | undefined {
  return latest.get(socket);
}
