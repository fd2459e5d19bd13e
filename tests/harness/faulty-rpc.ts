/** A node that misbehaves on demand, over real sockets, in front of a chain that does not. */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { RpcRefusal } from '../../server/src/anchoring/embedded-chain/refusal.ts';

export type Backend = { request(method: string, params: readonly unknown[]): Promise<unknown> };

export type Behaviour = keyof typeof BEHAVIOURS;

/** Sees a method's true result and answers something else. */
export type Rewrite = (result: unknown, params: readonly unknown[]) => unknown;

export type FaultyRpc = {
  url: string;
  /** Requests that have arrived whole, whatever became of them. */
  readonly calls: number;
  behave(behaviour: Behaviour): void;
  /** Lies about one method; all at once are forgotten with `tellTruth`. */
  rewrite(method: string, rewrite: Rewrite): void;
  tellTruth(): void;
  /** From now on the node speaks for another chain. */
  speakFor(backend: Backend): void;
  /** Closes every connection and takes no new ones until `listen`. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
};

type Exchange = {
  id: unknown;
  honest: () => Promise<Record<string, unknown>>;
  response: ServerResponse;
  socket: Socket;
  isReused: boolean;
};

const HTML = '<html><body><h1>502 Bad Gateway</h1></body></html>';

const BEHAVIOURS = {
  honest: async ({ honest, response }: Exchange) => reply(response, JSON.stringify(await honest())),
  silence: () => {},
  html: ({ response }: Exchange) => reply(response, HTML),
  'html with an error status': ({ response }: Exchange) => reply(response, HTML, 502),
  'too many requests': ({ id, response }: Exchange) =>
    reply(response, JSON.stringify(failed(id, -32005, 'limit exceeded')), 429),
  'broken json': async ({ honest, response }: Exchange) =>
    reply(response, JSON.stringify(await honest()).slice(0, -2)),
  'a list': async ({ honest, response }: Exchange) => reply(response, JSON.stringify([await honest()])),
  'another id': async ({ honest, response }: Exchange) =>
    reply(response, JSON.stringify({ ...(await honest()), id: 'another' })),
  'no result': ({ id, response }: Exchange) => reply(response, JSON.stringify({ jsonrpc: '2.0', id })),
  nothing: ({ response }: Exchange) => reply(response, ''),
  'an error without words': ({ id, response }: Exchange) =>
    reply(response, JSON.stringify({ jsonrpc: '2.0', id, error: {} })),
  'one byte at a time': trickle,
  'cut mid-body': async ({ honest, response }: Exchange) => {
    const text = JSON.stringify(await honest());
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    response.write(text.slice(0, 10), () => response.destroy());
  },
  'reset before the answer': ({ socket }: Exchange) => {
    socket.resetAndDestroy();
  },
  'reset of every reused connection': async ({ honest, response, socket, isReused }: Exchange) => {
    if (isReused) socket.resetAndDestroy();
    else reply(response, JSON.stringify(await honest()));
  },
  'without end': ({ response }: Exchange) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(1 << 20, ' ')));
    };
    response.on('drain', more);
    more();
  },
  'no http': ({ socket }: Exchange) => {
    socket.end('SSH-2.0-OpenSSH_9.6\r\n');
  },
} satisfies Record<string, (exchange: Exchange) => unknown>;

export const BEHAVIOUR_NAMES = Object.keys(BEHAVIOURS) as Behaviour[];

export async function openFaultyRpc(first: Backend): Promise<FaultyRpc> {
  let backend = first;
  let behaviour: Behaviour = 'honest';
  let calls = 0;
  const rewrites = new Map<string, Rewrite>();
  const served = new WeakMap<Socket, number>();

  const answer = async (id: unknown, method: string, params: readonly unknown[]) => {
    try {
      const result = await backend.request(method, params);
      const rewrite = rewrites.get(method) ?? ((truth: unknown) => truth);
      return { jsonrpc: '2.0', id, result: rewrite(result, params) };
    } catch (error) {
      if (!(error instanceof RpcRefusal)) throw error;
      return failed(id, error.code, error.message);
    }
  };
  const exchange = async (request: IncomingMessage, response: ServerResponse) => {
    const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const { socket } = request;
    const before = served.get(socket) ?? 0;
    served.set(socket, before + 1);
    calls += 1;
    const honest = () => answer(id, method, params);
    await BEHAVIOURS[behaviour]({ id, honest, response, socket, isReused: before > 0 });
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    exchange(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => socket.on('error', () => {}));

  let port = 0;
  const listen = async () => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
    port = (server.address() as AddressInfo).port;
  };
  const refuse = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  };
  await listen();
  return {
    url: `http://127.0.0.1:${port}/v1/secret-key`,
    get calls() {
      return calls;
    },
    behave(wanted) {
      behaviour = wanted;
    },
    rewrite: (method, rewrite) => void rewrites.set(method, rewrite),
    tellTruth() {
      rewrites.clear();
      behaviour = 'honest';
      backend = first;
    },
    speakFor(other) {
      backend = other;
    },
    refuse,
    listen,
    close: refuse,
  };
}

function reply(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

function failed(id: unknown, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

/** No single pause in it is long. */
async function trickle({ honest, response }: Exchange): Promise<void> {
  const text = JSON.stringify(await honest());
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
  let sent = 0;
  const timer = setInterval(() => {
    if (sent === text.length) clearInterval(timer);
    response.write(text.slice(sent, sent + 1));
    sent += 1;
  }, 20);
  response.once('close', () => clearInterval(timer));
}
