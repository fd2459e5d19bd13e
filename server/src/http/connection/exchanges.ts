/** Which request each connection is busy with. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Exchange = { request: IncomingMessage; response: ServerResponse };

const latest = new WeakMap<Socket, Exchange>();

export function followExchanges(server: Server): void {
  server.on('request', (request, response) => {
    const { socket } = request;
    const exchange = { request, response };
    latest.set(socket, exchange);
    // Let go of at once: what an idle connection holds on to grows old, and costs a look through the whole heap.
    response.once('close', () => {
      if (latest.get(socket) === exchange) latest.delete(socket);
    });
  });
}

/** The latest one, if its answer is not sent yet; a pipelined connection has others before it. */
export function exchangeOn(socket: Socket): Exchange | undefined {
  return latest.get(socket);
}
