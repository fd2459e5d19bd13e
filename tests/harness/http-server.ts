/** An HTTP server on loopback with scripted answers. Its port stays the same while it stops and starts. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A complete request, and the means to answer it or not. */
export type HttpExchange = {
  method: string;
  /** The path with its query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
  response: ServerResponse;
  socket: Socket;
  /** Whether the connection has carried a request before. */
  isReused: boolean;
};

export type HttpServer = {
  origin: string;
  readonly openConnections: number;
  closeIdleConnections(): void;
  /** Closes every connection, busy or idle, and accepts no new ones until `listen`. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
};

/** If `answer` throws, the connection ends without an answer. */
export async function openHttpServer(answer: (exchange: HttpExchange) => unknown): Promise<HttpServer> {
  const served = new Map<Socket, number>();
  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers, socket } = request;
    const body = Buffer.concat(await request.toArray());
    const before = served.get(socket) ?? 0;
    served.set(socket, before + 1);
    await answer({ method, url, headers, body, response, socket, isReused: before > 0 });
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    exchange(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    served.set(socket, 0);
    socket.on('error', () => {}).once('close', () => served.delete(socket));
  });

  let port = 0;
  const listen = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  };
  await listen();
  return {
    origin: `http://127.0.0.1:${port}`,
    get openConnections() {
      return served.size;
    },
    closeIdleConnections: () => server.closeIdleConnections(),
    async refuse() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
    listen,
  };
}

/** One byte at a time: slow as a whole, without any long pause. */
export function trickle(response: ServerResponse, bytes: Uint8Array, onByte = () => {}): void {
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === bytes.length) clearInterval(timer);
    response.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    onByte();
  }, 20);
  response.once('close', () => clearInterval(timer));
}

/** Writes these bytes again and again as long as the client reads. */
export function pourWithoutEnd(response: ServerResponse, bytes: Uint8Array): void {
  const more = () => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', more);
  more();
}
