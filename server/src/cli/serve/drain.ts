/** Ends a server: it takes no new work, answers the requests under way, and stops at a deadline. */

import type { Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { exchangeOn } from '../../http/connection/exchanges.ts';
import type { Logger } from '../../kernel/logger.ts';

/**
 * How long requests under way may take to finish after SIGTERM. An upload over a slow line may need longer. It is then
 * cut off and uses up nothing, and its caller repeats it with the same Idempotency-Key. A longer deadline would not
 * help, because supervisors wait only 30 to 90 seconds before they kill the process.
 */
const DRAIN_MS = 25_000;

/**
 * Tracks connections from the start, and returns the function that stops the server, which is called once. `close`
 * closes the server once no request is under way.
 */
export function prepareDrain(
  server: Server,
  close: () => Promise<void>,
  logger: Logger,
  deadlineMs = DRAIN_MS,
): () => Promise<void> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const underWay = () => [...sockets].filter((socket) => exchangeOn(socket) !== undefined);
  return async () => {
    const beganAt = performance.now();
    logger.info('server.stopping', { requests: underWay().length, deadlineMs });
    let cut = 0;
    const timer = setTimeout(() => {
      cut = underWay().length;
      server.closeAllConnections();
    }, deadlineMs);
    letGo(server, sockets);
    await close();
    clearTimeout(timer);
    const afterMs = Math.round(performance.now() - beganAt);
    logger[cut > 0 ? 'warn' : 'info']('server.stopped', { cut, afterMs });
  };
}

function letGo(server: Server, sockets: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of sockets) {
    const exchange = exchangeOn(socket);
    // Node does not count a connection without a first byte as idle and would wait for its request, so it is closed
    // here.
    if (socket.bytesRead === 0) socket.destroy();
    else if (exchange !== undefined) endAfter(exchange.response);
  }
}

/** Ends the connection after the answer. If the headers are not sent yet, they get `connection: close`. */
function endAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
  response.once('finish', () => response.req.socket.end());
}
