/**
 * `sello tsa-proxy`: passes time-stamp queries of programs on this machine to the server and adds the API key, for
 * programs that cannot send one (`jarsigner`). Every program that reaches the proxy can use up the account's
 * certificates. So it
 * listens only on loopback and refuses web pages: a browser sends this media type only after a preflight, which is not
 * answered, and a page under another host name is refused.
 */

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { plainListener, refuseInWords } from '../http/connection/plain-listener.ts';
import { readConnection } from './shared/connect.ts';
import { asListenError } from './shared/listen-error.ts';
import { stopSignal } from './shared/long-running.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments, UsageError } from './shared/usage.ts';

const OPTIONS = { listen: { type: 'string' }, key: { type: 'string' }, url: { type: 'string' } } as const;

const DEFAULT_LISTEN = '127.0.0.1:8318';
const QUERY_TYPE = 'application/timestamp-query';
const MAX_QUERY_BYTES = 16 * 1024;
/** Longer than the server takes, even if it asks all of its providers. */
const PATIENCE_MS = 60_000;

export async function tsaProxyCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  refuseArguments(positionals);
  const { host, port } = loopbackFrom(values.listen ?? DEFAULT_LISTEN);
  const { url, key } = readConnection(values, terminal);
  const target = { address: new URL('/api/public/v1/tsa', url), authorization: `Bearer ${key}` };
  const server = createServer(
    { requestTimeout: 30_000 },
    plainListener(
      (request, response) => passOn(target, request, response),
      (error) => terminal.error(`A query failed: ${(error as Error).message}`),
    ),
  );
  const signal = stopSignal();
  await once(server.listen(port, host), 'listening').catch((error) => {
    throw asListenError(error, port, '--listen');
  });
  const { port: own } = server.address() as AddressInfo;
  terminal.error(
    `Time stamps for this machine's programs: http://${host}:${own}/ (from ${target.address.origin})`,
  );
  await signal;
  server.closeIdleConnections();
  await once(server.close(), 'close');
}

type Target = { address: URL; authorization: string };

async function passOn(
  { address, authorization }: Target,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (!isForLoopback(request.headers.host))
    return refuseInWords(response, 403, 'Call this proxy by an address of this machine, such as 127.0.0.1.');
  if (request.method !== 'POST') return refuseInWords(response, 405, 'Send a time-stamp query with POST.');
  if (request.headers['content-type'] !== QUERY_TYPE)
    return refuseInWords(response, 415, `Send a time-stamp query (RFC 3161) as ${QUERY_TYPE}.`);
  const body = await readQuery(request);
  if (body === undefined) return refuseInWords(response, 413, 'The body is too long for a time-stamp query.');
  const answer = await fetch(address, {
    method: 'POST',
    headers: { authorization, 'content-type': QUERY_TYPE },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch(() => undefined);
  if (answer === undefined)
    return refuseInWords(response, 502, `${address.origin} could not be reached; try again.`);
  const reply = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? 'application/octet-stream';
  response.writeHead(answer.status, { 'content-type': type, 'content-length': reply.length });
  response.end(reply);
}

/** Undefined if the body is too long. */
async function readQuery(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of request.iterator({ destroyOnReturn: false })) {
    size += piece.length;
    if (size > MAX_QUERY_BYTES) return undefined;
    pieces.push(piece);
  }
  return Uint8Array.from(Buffer.concat(pieces));
}

const NAMES = ['127.0.0.1', 'localhost', '[::1]'];

/**
 * Whether the request names this machine as its host. A web page whose own host name was made to resolve to this
 * machine sends that name instead (DNS rebinding).
 */
function isForLoopback(host = ''): boolean {
  return NAMES.includes(host.replace(/:\d{1,5}$/, ''));
}

function loopbackFrom(text: string): { host: string; port: number } {
  const [, host = '', digits = ''] = /^(127\.0\.0\.1|localhost):(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (host === '' || port > 65_535)
    throw new UsageError(
      `--listen is 127.0.0.1 and a port, such as ${DEFAULT_LISTEN}, because others must not use the key.`,
    );
  return { host, port };
}
