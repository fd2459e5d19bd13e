/** The common part of the test providers: an address, real tokens, and faults on demand. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encodePem, encodeTimestampRequest } from '../../proof/src/index.ts';
import {
  type EmbeddedAuthority,
  openEmbeddedAuthority,
} from '../../server/src/timestamps/authority/authority.ts';
import { type HttpExchange, openHttpServer } from './http-server.ts';

export type PscRequest = Pick<HttpExchange, 'method' | 'url' | 'headers'> & { body: string };

export type PscReply = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
};

/**
 * `lose` resets the connection before any work; `stamp and lose` does the work, charges for it, and then resets;
 * `hang` never answers. A reply replaces the answer, without any work.
 */
type Accident = 'lose' | 'stamp and lose' | 'hang' | PscReply;

export type PscServer = {
  origin: string;
  rootDer: Uint8Array;
  /** PEM file of that root. */
  rootsFile: string;
  /** A response over this digest, as the authority would answer a query without a nonce. */
  stamp(sha256Hex: string): Promise<Uint8Array>;
  authority: EmbeddedAuthority;
  /** Offset of the provider's clock. */
  clock: { offsetMs: number };
  requests: PscRequest[];
  /** Adds a fault for one of the next requests: the first one for which `when` is true, or any. */
  suffer(accident: Accident, when?: (request: PscRequest) => boolean): void;
  close(): Promise<void>;
};

/** `answer` is the provider-specific part. */
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
  const serve = async ({ method, url, headers, body, response, socket }: HttpExchange): Promise<void> => {
    const request = { method, url, headers, body: body.toString() };
    requests.push(request);
    const index = accidents.findIndex(({ when }) => when(request));
    const accident = index === -1 ? undefined : accidents.splice(index, 1)[0]?.accident;
    if (accident === 'hang') return;
    if (accident === 'lose') {
      socket.resetAndDestroy();
      return;
    }
    const reply = typeof accident === 'object' ? accident : await answer(request, server);
    if (accident === 'stamp and lose') socket.resetAndDestroy();
    else response.writeHead(reply.status, reply.headers).end(reply.body);
  };
  const listener = await openHttpServer((exchange) =>
    serve(exchange).catch((error) => exchange.response.writeHead(599).end(String(error))),
  );

  const server: PscServer = {
    origin: listener.origin,
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
      await listener.refuse();
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
