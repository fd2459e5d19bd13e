/** A port for a server that has none of its own, and that nobody else is given meanwhile. */

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';

/**
 * Below those that systems hand out, to whoever asks for any and to outgoing connections: one of theirs would as likely
 * as not be taken again while it is not listened on for a moment.
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
