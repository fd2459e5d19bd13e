/** What the providers of the tests have in common: an address, real tokens, and accidents on demand. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodePem, encodeTimestampRequest } from '../../proof/src/index.ts';
import {
  type EmbeddedAuthority,
  openEmbeddedAuthority,
} from '../../server/src/timestamps/authority/authority.ts';

export type PscRequest = {
  method: string;
  /** With its query. */
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
};

export type PscReply = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

/**
 * `lose` resets the connection before anything was done; `stamp and lose` does the work, charges for it, and
 * resets then; `hang` never answers. A reply stands in for the answer, without any work.
 */
export type Accident = 'lose' | 'stamp and lose' | 'hang' | PscReply;

export type PscServer = {
  origin: string;
  rootDer: Uint8Array;
  /** PEM file of that root. */
  rootsFile: string;
  /** A response over this digest, as the authority would answer a query without a nonce. */
  stamp(sha256Hex: string): Promise<Uint8Array>;
  authority: EmbeddedAuthority;
  /** How far the provider's clock is from the true one. */
  clock: { offsetMs: number };
  requests: PscRequest[];
  /** What happens to the next requests, one each; with `when`, only to those for which it is true. */
  suffer(accident: Accident, when?: (request: PscRequest) => boolean): void;
  close(): Promise<void>;
};

/** `answer` is the provider's own part. */
export async function openPscServer(
  answer: (request: PscRequest, server: PscServer) => Promise<PscReply>,
): Promise<PscServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-psc-'));
  const clock = { offsetMs: 0 };
  const now = () => new Date(Date.now() + clock.offsetMs);
  const authority = await openEmbeddedAuthority(folder, 'p256', now, randomBytes);
  const rootsFile = path.join(folder, 'roots.pem');
  await writeFile(rootsFile, encodePem('CERTIFICATE', authority.rootDer));

  const accidents: { accident: Accident; when: (request: PscRequest) => boolean }[] = [];
  const requests: PscRequest[] = [];
  const serve = async (message: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of message as AsyncIterable<Buffer>) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = message;
    const request = { method, url, headers, body };
    requests.push(request);
    const index = accidents.findIndex(({ when }) => when(request));
    const accident = index === -1 ? undefined : accidents.splice(index, 1)[0]?.accident;
    if (accident === 'hang') return;
    if (accident === 'lose') {
      message.socket.resetAndDestroy();
      return;
    }
    const reply = typeof accident === 'object' ? accident : await answer(request, server);
    if (accident === 'stamp and lose') message.socket.resetAndDestroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const listener = createServer((message, response) => {
    serve(message, response).catch((error) => response.writeHead(599).end(String(error)));
  });
  await once(listener.listen(0, '127.0.0.1'), 'listening');

  const server: PscServer = {
    origin: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    rootDer: authority.rootDer,
    rootsFile,
    authority,
    clock,
    requests,
    stamp: (sha256Hex) =>
      authority.answer(
        encodeTimestampRequest({
          hashAlgorithm: 'SHA-256',
          digest: Buffer.from(sha256Hex, 'hex'),
          certReq: true,
        }),
      ),
    suffer: (accident, when = () => true) => accidents.push({ accident, when }),
    async close() {
      const closed = once(listener, 'close');
      listener.close();
      listener.closeAllConnections();
      await closed;
      await rm(folder, { recursive: true, force: true });
    },
  };
  return server;
}

export function json(status: number, value: unknown, headers: Record<string, string> = {}): PscReply {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(value),
  };
}
