/** What another process of Node still uses after its garbage was collected, asked through its inspector. */

import { freePort } from './debian-program.ts';

type Inspected = {
  /** Options for the Node that is asked. */
  flags: readonly string[];
  /** Bytes in V8's heap and in buffers. */
  memoryInUse(): Promise<number>;
};

export async function openInspected(): Promise<Inspected> {
  const place = `127.0.0.1:${await freePort()}`;
  return {
    flags: [`--inspect=${place}`, '--inspect-publish-uid=http'],
    async memoryInUse() {
      const targets = (await (await fetch(`http://${place}/json/list`)).json()) as Target[];
      const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
      try {
        await next(socket, 'open');
        // What one collection frees may have held the last reference to something else.
        for (let i = 0; i < 2; i += 1) await ask(socket, 'HeapProfiler.collectGarbage');
        const { usedSize, backingStorageSize } = await ask<HeapUsage>(socket, 'Runtime.getHeapUsage');
        return usedSize + backingStorageSize;
      } finally {
        socket.close();
      }
    },
  };
}

type Target = { webSocketDebuggerUrl: string };
type HeapUsage = { usedSize: number; backingStorageSize: number };

async function ask<T>(socket: WebSocket, method: string): Promise<T> {
  const answer = next(socket, 'message');
  socket.send(JSON.stringify({ id: 1, method }));
  const { data } = (await answer) as MessageEvent;
  return (JSON.parse(data) as { result: T }).result;
}

function next(socket: WebSocket, name: 'open' | 'message'): Promise<Event> {
  return new Promise((resolve, reject) => {
    socket.addEventListener(name, resolve, { once: true });
    socket.addEventListener('close', () => reject(new Error('the inspector has gone')), { once: true });
  });
}
