import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hostsOf } from './hosts.ts';
import { openConnections } from './open-connections.ts';
import { FOR_CALLERS } from './patience.ts';

/** The server's messages that authentication is done and that it is ready for a query. */
const LOGGED_IN = Buffer.from('5200000008000000005a0000000549', 'hex');

let servers: Server[];
let open: Set<Socket>;
beforeEach(() => {
  servers = [];
  open = new Set();
});
afterEach(async () => {
  for (const socket of open) socket.destroy();
  for (const server of servers) server.close();
});

/** A server that lets everybody in and then freezes, or that freezes at once. */
async function startFrozen(greeting: Buffer | undefined): Promise<number> {
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('error', () => {}).once('close', () => open.delete(socket));
    socket.once('data', () => greeting && socket.write(greeting));
  });
  servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

test('a server that freezes right after the login is abandoned in time, and no connection to it is kept', async () => {
  const port = await startFrozen(LOGGED_IN);
  const url = `postgres://sello@127.0.0.1:${port}/sello?target_session_attrs=read-write`;
  const connections = openConnections({ url }, 1, 0, FOR_CALLERS);
  const began = performance.now();
  await expect(connections.acquire()).rejects.toThrow(/terminated|timeout/i);
  expect(performance.now() - began).toBeLessThan(10_000);
  await expect.poll(() => open.size).toBe(0);
  await connections.end();
});

test('a connection being opened to a frozen server is redirected when another is promoted', async () => {
  const [a, b] = [await startFrozen(undefined), await startFrozen(undefined)];
  const address = { url: `postgres://sello@127.0.0.1:${a},127.0.0.1:${b}/sello` };
  const hosts = hostsOf(address);
  const [first, second] = hosts.all;
  if (first === undefined || second === undefined) throw new Error('two hosts are named');
  hosts.isLatest({ system: '7', number: 1 }, first);
  const connections = openConnections(address, 1, 0, FOR_CALLERS);
  const ledTo = new Set<number>();
  for (const server of servers) server.on('connection', (socket: Socket) => ledTo.add(socket.localPort ?? 0));
  const acquired = connections.acquire().catch(() => {});
  await expect.poll(() => [...ledTo]).toEqual([a]);
  hosts.isLatest({ system: '7', number: 2 }, second);
  await expect.poll(() => [...ledTo]).toEqual([a, b]);
  await acquired;
  await connections.end();
});
