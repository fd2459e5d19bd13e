/** For servers that close and come back on the same port: nobody may have taken it meanwhile. */

import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:net';

const TRIES = 50;

/** Below the ports that the system hands out, to whoever asks for any and to outgoing connections. */
export async function listenOnOwnPort(server: Server): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = randomInt(15_000, 32_000);
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tries === TRIES) throw error;
    }
  }
}
