/** A node that misbehaves on demand, over real sockets, in front of a correct chain. */

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { RpcRefusal } from '../../server/src/anchoring/embedded-chain/refusal.ts';
import { type HttpExchange, openHttpServer, pourWithoutEnd, trickle } from './http-server.ts';

type Backend = { request(method: string, params: readonly unknown[]): Promise<unknown> };

export type Behaviour = keyof typeof BEHAVIOURS;

/** Gets a method's true result and returns another. */
type Rewrite = (result: unknown, params: readonly unknown[]) => unknown;

export type FaultyRpc = {
  url: string;
  /** Complete requests so far, whatever their outcome. */
  readonly calls: number;
  behave(behaviour: Behaviour): void;
  /** Falsifies the results of one method, until `tellTruth` is called. */
  rewrite(method: string, rewrite: Rewrite): void;
  tellTruth(): void;
  /** From now on the node reports another chain id. */
  speakFor(backend: Backend): void;
  /** Closes every connection and accepts no new ones until `listen`. */
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
  'one byte at a time': async ({ honest, response }: Exchange) => {
    const text = Buffer.from(JSON.stringify(await honest()));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
    trickle(response, text);
  },
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
    pourWithoutEnd(response, Buffer.alloc(1 << 20, ' '));
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
  const exchange = async ({ body, response, socket, isReused }: HttpExchange) => {
    const { id, method, params } = JSON.parse(body.toString());
    calls += 1;
    const honest = () => answer(id, method, params);
    await BEHAVIOURS[behaviour]({ id, honest, response, socket, isReused });
  };
  const { origin, refuse, listen } = await openHttpServer(exchange);
  return {
    url: `${origin}/v1/secret-key`,
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
