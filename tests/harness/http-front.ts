/** A server whose address is known before the Sello behind it is opened: pages and passkeys are bound to it. */

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '../../server/src/http/app.ts';

export type HttpFront = {
  port: number;
  server: Server;
  /** Sets the handler of requests; until then, requests get no answer. */
  serve(app: App): void;
  close(): Promise<void>;
};

export async function openHttpFront(): Promise<HttpFront> {
  let answering: App | undefined;
  const server = createServer((request, response) =>
    answering === undefined ? response.destroy() : answering.routing(request, response),
  );
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    server,
    serve(app) {
      answering = app;
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
