/** A small HTTP server for strangers: few addresses, short answers, limits of time and connections. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { limitConnections } from '../../http/connection/limit-connections.ts';
import { assertOneHost } from '../../http/connection/request-host.ts';
import { assertPlainChunks } from '../../http/connection/transfer-encoding.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';

export type Answer = {
  status: number;
  type?: string;
  text: string | Uint8Array;
  /** The `Cache-Control` header: for how long caches may keep the answer. */
  cache?: string;
};

export const NOTHING_HERE: Answer = { status: 404, text: 'There is nothing here.\n' };

const DEADLINE_MS = 10_000;
const MOST_CONNECTIONS = 1_000;
/** A log needs one connection. A network that opens many uses up only its own share. */
const MOST_CONNECTIONS_OF_A_NETWORK = 32;

/** `broken` is the event that is logged if an answer cannot be made. */
export function createSmallServer(
  ports: { logger: Logger },
  broken: string,
  answerTo: (request: IncomingMessage) => Promise<Answer>,
): Server {
  const toBroken = (error: unknown): Answer => {
    ports.logger.error(broken, { error });
    return { status: 500, text: 'This server cannot answer now.\n' };
  };
  const server = createServer(
    {
      // Node's own check is off, because `assertOneHost` refuses more.
      requireHostHeader: false,
      requestTimeout: DEADLINE_MS,
      headersTimeout: DEADLINE_MS,
      keepAliveTimeout: 65_000,
      // How often the two limits above are checked; Node's own interval is half a minute.
      connectionsCheckingInterval: 2_000,
    },
    async (request, response) => {
      const answer = refusalOf(request, response) ?? (await answerTo(request).catch(toBroken));
      send(response, answer);
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  limitConnections(server, ports, {
    maxConnectionsPerNetwork: MOST_CONNECTIONS_OF_A_NETWORK,
    trustedProxies: [],
  });
  return server;
}

/** Refuses requests that a proxy in front could read differently from this server. The service itself does the same. */
function refusalOf(request: IncomingMessage, response: ServerResponse): Answer | undefined {
  try {
    assertPlainChunks(request, response);
    assertOneHost(request);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    response.setHeader('connection', 'close');
    return { status: 400, text: `${error.message}\n` };
  }
}

export async function onlyBy(
  method: string,
  request: IncomingMessage,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const isHead = method === 'GET' && request.method === 'HEAD';
  if (request.method === method || isHead) return work();
  return { status: 405, text: `Use ${method}.\n` };
}

function send(
  response: ServerResponse,
  { status, type = 'text/plain; charset=utf-8', text, cache }: Answer,
): void {
  response.on('error', () => {});
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
    ...(cache !== undefined && { 'cache-control': cache }),
    // The rest of a body that is too long is not read.
    ...(status === 413 && { connection: 'close' }),
    ...(status === 405 && { allow: String(text).includes('POST') ? 'POST' : 'GET, HEAD' }),
  });
  response.end(text);
}
