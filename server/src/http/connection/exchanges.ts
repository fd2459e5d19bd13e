/** Which request each connection is busy with. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

type Exchange = { request: IncomingMessage; response: ServerResponse };

const latest = new WeakMap<Socket, Exchange>();

export function followExchanges(server: Server): void {
  server.on('request', (request, response) => {
    const { socket } = request;
    const exchange = { request, response };
    latest.set(socket, exchange);
    // Forgotten at once: objects that an idle connection keeps alive reach the old generation, and cost a full garbage
    // collection.
    response.once('close', () => {
      if (latest.get(socket) === exchange) latest.delete(socket);
    });
  });
}

/** The latest one, if its answer is not sent yet; a pipelined connection has others before it. */
export function exchangeOn(socket: Socket): Exchange | undefined {
  return latest.get(socket);
}
