/**
 * An HTTP balancer like those in front of real servers: it takes servers in turn, and skips a server that accepts no
 * connection.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Balancer = {
  baseUrl: string;
  /** From now on requests go to these servers in turn. Resolves once no other server has a request under way. */
  leadTo(servers: readonly string[]): Promise<void>;
  /** The number of answers by server. */
  answered: Map<string, number>;
  close(): Promise<void>;
};

export async function openBalancer(): Promise<Balancer> {
  let servers: readonly string[] = [];
  let turn = 0;
  const underWay = new Map<string, Set<Promise<Outcome>>>();
  const answered = new Map<string, number>();

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const pieces: Buffer[] = [];
    for await (const piece of incoming) pieces.push(piece);
    const tried = new Set<string>();
    for (;;) {
      turn += 1;
      const rest = servers.filter((one) => !tried.has(one));
      const server = rest[turn % rest.length];
      if (server === undefined) return void outgoing.writeHead(502).end('no server takes a connection');
      tried.add(server);
      const passed = pass(server, incoming, Buffer.concat(pieces), outgoing);
      const calls = underWay.get(server) ?? new Set();
      underWay.set(server, calls.add(passed));
      const outcome = await passed;
      calls.delete(passed);
      if (outcome === 'answered') {
        answered.set(server, (answered.get(server) ?? 0) + 1);
        return;
      }
      if (outcome === 'broken') return void outgoing.writeHead(502).end('the server broke off');
    }
  };
  const front = createServer((incoming, outgoing) => void serve(incoming, outgoing));
  await once(front.listen(0, '127.0.0.1'), 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    answered,
    async leadTo(next) {
      servers = next;
      for (const [server, calls] of underWay) if (!next.includes(server)) await Promise.all(calls);
    },
    async close() {
      front.closeAllConnections();
      await once(front.close(), 'close');
    },
  };
}

type Outcome = 'answered' | 'refused' | 'broken';

/**
 * Opens a new connection for each request. Only if that fails is the request sent to another server: over an open
 * connection, a POST may have done its work already.
 */
function pass(
  server: string,
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  outgoing: ServerResponse,
): Promise<Outcome> {
  return new Promise((resolve) => {
    const call = request(`${server}${url}`, {
      method,
      headers: { ...headers, connection: 'close' },
      agent: false,
    });
    call.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
      answer.on('end', () => resolve('answered'));
      answer.on('error', () => {
        outgoing.destroy();
        resolve('answered');
      });
    });
    call.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
    );
    call.end(body);
  });
}
