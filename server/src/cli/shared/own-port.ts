/**
 * Finds a port for a server whose port is not configured: one that no other program is likely to take while the server
 * is away.
 */

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * These ports are below the range from which systems give ports to other programs. So none is taken while its server is
 * briefly away.
 */
const OWN_PORTS = { from: 15_000, to: 32_000 };
const TRIES = 50;

export async function listenOnOwnPort(server: Server, host = '127.0.0.1'): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(OWN_PORTS.from, OWN_PORTS.to);
    try {
      await once(server.listen(port, host), 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === TRIES) throw error;
    }
  }
}
