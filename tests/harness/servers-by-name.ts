/** Servers on port 3000, each at a loopback address of its own, and a name that leads to all of them, as in compose. */

import { randomInt } from 'node:crypto';
import { type SpawnedSello, spawnSello } from './child-sello.ts';
import { createEmptyDatabase } from './empty-database.ts';
import { openNameServer } from './name-server.ts';
import { openWorkbench, type Workbench } from './workbench.ts';

type ServersByName = {
  /** `127.0.0.1:port` of the name server. */
  nameServer: string;
  bench: Workbench;
  /** Resolves with the address of one more server, once it is ready. */
  start(): Promise<string>;
  /** Kills the server; the name still leads to its address until `forget`. */
  kill(address: string): Promise<void>;
  forget(address: string): void;
  close(): Promise<void>;
};

export async function openServersByName(): Promise<ServersByName> {
  const [database, names, bench] = [
    await createEmptyDatabase(),
    await openNameServer(),
    await openWorkbench(),
  ];
  const network = `127.${randomInt(1, 255)}.${randomInt(256)}`;
  const named = new Set<string>();
  const running = new Map<string, SpawnedSello>();
  return {
    nameServer: names.address,
    bench,
    async start() {
      const address = `${network}.${running.size + 1}`;
      const server = spawnSello('serve', {
        DATABASE_URL: database.url,
        SELLO_DATA_DIR: bench.path('data'),
        SELLO_HOST: address,
        PORT: '3000',
        SELLO_TRUSTED_PROXIES: '127.0.0.1',
      });
      running.set(address, server);
      await server.started;
      names.answer([...named.add(address)]);
      return address;
    },
    async kill(address) {
      await running.get(address)?.kill('SIGKILL');
    },
    forget(address) {
      named.delete(address);
      names.answer([...named]);
    },
    async close() {
      for (const server of running.values()) await server.kill('SIGKILL');
      names.close();
      await database.drop();
      await bench.close();
    },
  };
}
