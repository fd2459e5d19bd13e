/** An HTTP server for this machine alone: the embedded parts are called over their real protocols. */

import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LoopbackServer = { url: string; close(): Promise<void> };

export async function listenOnLoopback(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve, reject) => {
    // Exclusive: in a group of processes each must reach its own part, not another's on a shared port.
    server.once('error', reject).listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
