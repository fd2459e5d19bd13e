/**
 * The embedded chain as a JSON-RPC 2.0 node on loopback, so that the same driver works for it and for any other chain.
 */

import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plainListener, refuseInWords } from '../../http/connection/plain-listener.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EmbeddedChain } from './chain.ts';
import { RpcRefusal } from './refusal.ts';

const MAX_REQUEST_BYTES = 256 * 1024;
const MAX_BATCH = 100;

export function serveChain(chain: Pick<EmbeddedChain, 'request'>, logger: Logger): Promise<LoopbackServer> {
  return listenOnLoopback(
    plainListener(
      (request, response) => respond(chain, request, response),
      (error) => logger.error('chain.http_failed', { error }),
    ),
  );
}

async function respond(
  chain: Pick<EmbeddedChain, 'request'>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A web page cannot send this content type to another origin without a preflight, so no page can reach the chain.
  const contentType = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (request.method !== 'POST' || contentType !== 'application/json') {
    refuseInWords(response, 415, 'Send JSON-RPC 2.0 by POST, as application/json.');
    return;
  }
  const body = await readBody(request);
  if (body === undefined) {
    refuseInWords(response, 413, 'The request is too long.');
    return;
  }
  const answer = await answerBody(chain, body);
  if (answer === undefined) {
    response.writeHead(204).end();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(answer));
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.end(bytes);
}

async function answerBody(chain: Pick<EmbeddedChain, 'request'>, body: string): Promise<unknown> {
  let message: unknown;
  try {
    message = JSON.parse(body);
  } catch {
    return failure(null, -32700, 'parse error');
  }
  if (!Array.isArray(message)) return answerOne(chain, message);
  if (message.length === 0) return failure(null, -32600, 'empty batch');
  if (message.length > MAX_BATCH) return failure(null, -32600, 'batch too large');
  const answers: unknown[] = [];
  // The calls of a batch run in order, as on most nodes: a batch may send a transaction and then query it.
  for (const one of message) answers.push(await answerOne(chain, one));
  const wanted = answers.filter((answer) => answer !== undefined);
  return wanted.length === 0 ? undefined : wanted;
}

/** Answers one call. Undefined for a notification, which gets no answer (JSON-RPC 2.0 §4.1). */
async function answerOne(chain: Pick<EmbeddedChain, 'request'>, message: unknown): Promise<unknown> {
  const call = parseCall(message);
  if (call === undefined) return failure(null, -32600, 'invalid request');
  const { id, method, params } = call;
  try {
    const result = await chain.request(method, params);
    return id === undefined ? undefined : { jsonrpc: '2.0', id, result };
  } catch (error) {
    if (!(error instanceof RpcRefusal)) throw error;
    return id === undefined ? undefined : failure(id, error.code, error.message);
  }
}

function parseCall(message: unknown) {
  if (typeof message !== 'object' || message === null) return undefined;
  const { jsonrpc, id, method, params = [] } = message as Record<string, unknown>;
  if (jsonrpc !== '2.0' || typeof method !== 'string' || !Array.isArray(params)) return undefined;
  const isId = id === undefined || id === null || typeof id === 'string' || typeof id === 'number';
  return isId ? { id, method, params } : undefined;
}

function failure(id: unknown, code: number, message: string) {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_REQUEST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export type LoopbackServer = { url: string; close(): Promise<void> };

/** Listens on loopback only, so that even the embedded chain is called over the real protocol. */
async function listenOnLoopback(listener: RequestListener): Promise<LoopbackServer> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener);
  await new Promise<void>((resolve, reject) => {
    // The port is exclusive: in a group of processes, each must reach its own server, and not another's through a
    // shared port.
    server.once('error', reject).listen({ port: 0, host: '127.0.0.1', exclusive: true }, resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
