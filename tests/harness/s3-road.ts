/** A proxy to an S3 service on loopback that can fail in several ways. */

import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnOwnPort } from '../../server/src/cli/shared/own-port.ts';

/**
 * `refuse`: the port is closed. `swallow`: connections open but get no answer. `flip`: one byte of every body is
 * changed. `mute`: requests are carried out, but their answers are lost. `mute once`: only the first answer is lost.
 */
export type Road = 'pass' | 'refuse' | 'swallow' | 'flip' | 'mute' | 'mute once';

export async function openRoad(target: number) {
  let road: Road = 'pass';
  let connections = 0;
  const sockets = new Set<Socket>();
  /** For each connection, the time of a request that is still unanswered. */
  const waiting = new Map<Socket, number>();
  const server = createServer((near) => {
    connections += 1;
    sockets.add(near);
    near.on('error', () => {}).on('close', () => void (sockets.delete(near) && waiting.delete(near)));
    if (road === 'swallow') return near.resume();
    const far = connect(target, '127.0.0.1').on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('data', (chunk) => {
      waiting.set(near, performance.now());
      if (road === 'swallow') return;
      far.write(road === 'flip' ? flipLastOfBody(chunk as Buffer) : chunk);
    });
    far.on('data', (chunk) => {
      waiting.delete(near);
      if (road === 'swallow') return;
      if (road !== 'mute' && road !== 'mute once') return near.write(chunk);
      if (road === 'mute once') road = 'pass';
      near.destroy();
    });
    return undefined;
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const port = await listenOnOwnPort(server);
  const shut = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  };
  return {
    port,
    get connections() {
      return connections;
    },
    silence() {
      const oldest = Math.min(...waiting.values(), performance.now());
      return `the store keeps ${waiting.size} requests waiting, the longest for ${Math.round(performance.now() - oldest)} ms`;
    },
    async behave(next: Road) {
      road = next;
      connections = 0;
      if (next === 'refuse') await shut();
      else if (!server.listening) await listen(port);
    },
    close: shut,
  };
}

function flipLastOfBody(chunk: Buffer): Buffer {
  const headEnd = chunk.indexOf('\r\n\r\n');
  const last = chunk.length - 1;
  if (headEnd >= 0 && headEnd + 3 === last) return chunk;
  const flipped = Buffer.from(chunk);
  flipped[last] = (flipped[last] ?? 0) ^ 1;
  return flipped;
}
