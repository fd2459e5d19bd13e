/**
 * OpenTimestamps calendars over real sockets. Answers come from the reference library (calendar_backend.py); each
 * calendar is a proxy to that library under its own address, and misbehaves on demand.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type HttpExchange, openHttpServer, pourWithoutEnd, trickle } from './http-server.ts';

export type CalendarBackend = {
  /** Also serves Bitcoin headers, with the interface of Esplora. */
  url: string;
  /** Puts everything that the calendars have promised into a block. */
  mine(): Promise<{ height: number; header: Buffer; time: number }>;
  close(): Promise<void>;
};

export type CalendarServer = {
  url: string;
  /** Complete requests so far: method, path and body. */
  readonly requests: { method: string; path: string; body: Buffer }[];
  behave(behaviour: CalendarBehaviour): void;
  /** Sets a function whose result is answered instead of the honest body. */
  rewrite(rewrite: (body: Buffer, path: string) => Uint8Array): void;
  /** Changes the address that the calendar states in its promises. */
  callItself(uri: string): void;
  tellTruth(): void;
  /** Closes every connection and accepts no new ones until `listen`. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  close(): Promise<void>;
};

const BACKEND = fileURLToPath(new URL('./calendar_backend.py', import.meta.url));

export async function startCalendarBackend(): Promise<CalendarBackend> {
  const child: ChildProcess = spawn('/usr/bin/python3', [BACKEND], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = await once(createInterface({ input: child.stdout! }), 'line');
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    async mine() {
      const answer = await fetch(`${url}/mine`, { method: 'POST' });
      const { height, header, time } = (await answer.json()) as {
        height: number;
        header: string;
        time: number;
      };
      return { height, header: Buffer.from(header, 'hex'), time };
    },
    async close() {
      const gone = once(child, 'exit');
      child.kill();
      await gone;
    },
  };
}

type Honest = { status: number; body: Buffer };
type Exchange = { honest: () => Promise<Honest>; response: ServerResponse; socket: Socket };

const BEHAVIOURS = {
  honest: async ({ honest, response }: Exchange) => {
    const { status, body } = await honest();
    reply(response, body, status);
  },
  silence: () => {},
  'an error status': ({ response }: Exchange) => reply(response, '<h1>502 Bad Gateway</h1>', 502),
  'too many requests': ({ response }: Exchange) => reply(response, 'slow down', 429),
  'a redirect': ({ response }: Exchange) => {
    response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
  },
  html: ({ response }: Exchange) => reply(response, '<html><body>Welcome to the hotel</body></html>'),
  nothing: ({ response }: Exchange) => reply(response, ''),
  'one byte at a time': async ({ honest, response }: Exchange) => {
    const { status, body } = await honest();
    response.writeHead(status, { 'content-length': body.length });
    trickle(response, body);
  },
  'cut mid-body': async ({ honest, response }: Exchange) => {
    const { body } = await honest();
    response.writeHead(200, { 'content-length': body.length + 10 });
    response.write(body, () => response.destroy());
  },
  'reset before the answer': ({ socket }: Exchange) => {
    socket.resetAndDestroy();
  },
  'without end': ({ response }: Exchange) => {
    response.writeHead(200);
    pourWithoutEnd(response, Buffer.alloc(1 << 16, 8));
  },
  'an error without end': ({ response }: Exchange) => {
    response.writeHead(500);
    pourWithoutEnd(response, Buffer.alloc(1 << 16, 8));
  },
  'no http': ({ socket }: Exchange) => {
    socket.end('SSH-2.0-OpenSSH_9.6\r\n');
  },
} satisfies Record<string, (exchange: Exchange) => unknown>;

export type CalendarBehaviour = keyof typeof BEHAVIOURS;

export async function openCalendarServer(backend: CalendarBackend): Promise<CalendarServer> {
  let behaviour: CalendarBehaviour = 'honest';
  let rewrite = (body: Buffer, _path: string): Uint8Array => body;
  let uri = '';
  const requests: CalendarServer['requests'] = [];

  const ask = async (method: string, path: string, body: Buffer): Promise<Honest> => {
    const answer = await fetch(`${backend.url}${path}`, {
      method,
      headers: { 'x-calendar-uri': uri },
      ...(method === 'POST' && { body: new Uint8Array(body) }),
    });
    const told = Buffer.from(await answer.arrayBuffer());
    return { status: answer.status, body: answer.status === 200 ? Buffer.from(rewrite(told, path)) : told };
  };
  const exchange = async ({ method, url: path, body, response, socket }: HttpExchange) => {
    requests.push({ method, path, body });
    await BEHAVIOURS[behaviour]({ honest: () => ask(method, path, body), response, socket });
  };
  const { origin: url, refuse, listen } = await openHttpServer(exchange);
  uri = url;
  return {
    url,
    requests,
    behave: (wanted) => {
      behaviour = wanted;
    },
    rewrite: (wanted) => {
      rewrite = wanted;
    },
    callItself: (wanted) => {
      uri = wanted;
    },
    tellTruth: () => {
      behaviour = 'honest';
      rewrite = (body) => body;
      uri = url;
    },
    refuse,
    listen,
    close: refuse,
  };
}

function reply(response: ServerResponse, body: string | Buffer, status = 200): void {
  response.writeHead(status, { 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
