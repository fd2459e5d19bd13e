/** A receiver of webhooks on loopback that records what it gets and answers as the test wants. */

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultInEvent } from './event-check.ts';

export type Received = {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  body: any;
};

export type Receiver = {
  url: string;
  received: Received[];
  /** The types of the events that it got, in order. */
  types(): string[];
  /** Sets how it answers from now on. */
  answer(how: (request: Received, response: ServerResponse) => void): void;
  answerWith(status: number, body?: string): void;
  connections(): number;
  /** Stops the receiver; throws if an event did not match the OpenAPI document. */
  close(): Promise<void>;
};

/** `anything`: requests need not be events. */
export async function openReceiver(
  host = '127.0.0.1',
  takes: 'events' | 'anything' = 'events',
): Promise<Receiver> {
  const received: Received[] = [];
  const faults: string[] = [];
  let connections = 0;
  let how = (_request: Received, response: ServerResponse): void => void response.end('ok');
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('error', () => {});
    request.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const one = {
        path: request.url ?? '',
        headers: request.headers,
        text,
        body: JSON.parse(text || 'null'),
      };
      received.push(one);
      const fault = takes === 'events' ? faultInEvent(one.body) : undefined;
      if (fault !== undefined) faults.push(`${fault}\n${text}`);
      how(one, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}/hooks`,
    received,
    types: () => received.map(({ body }) => body.type),
    answer: (next) => {
      how = next;
    },
    answerWith: (status, body = '') => {
      how = (_request, response) => {
        response.statusCode = status;
        response.end(body);
      };
    },
    connections: () => connections,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  };
}
