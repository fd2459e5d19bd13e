/** The witness's small HTTP server: `POST /add-checkpoint`, and its cosigned checkpoints, for monitors of a log. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { parseUtf8 } from '@sello/proof';
import { limitConnections } from '../../http/connection/limit-connections.ts';
import type { Logger } from '../../kernel/logger.ts';
import { type CosignPorts, type Judgement, makeWitness } from './cosign-checkpoint.ts';
import type { KnownLogs } from './known-logs.ts';
import { originHash } from './state-folder.ts';
import type { WitnessKey } from './witness-key.ts';

/** Room for 63 hashes and the longest note that is accepted. */
const MAX_BODY_BYTES = 96 * 1024;
const DEADLINE_MS = 10_000;
const MOST_CONNECTIONS = 1_000;
/** A log needs one connection. A network that opens many uses up only its own share. */
const MOST_CONNECTIONS_OF_A_NETWORK = 32;
/** How many refused checkpoints are remembered, so that each is logged only once. */
const MOST_REFUSALS = 1_000;

type Answer = { status: number; type?: string; text: string };

export function createWitnessServer(
  ports: CosignPorts & { logger: Logger },
  key: WitnessKey,
  logs: KnownLogs,
): Server {
  const witness = makeWitness(ports, key, logs);
  const origins = new Map([...logs.keys()].map((origin) => [`/${originHash(origin)}/checkpoint`, origin]));
  const server = createServer(
    {
      requestTimeout: DEADLINE_MS,
      headersTimeout: DEADLINE_MS,
      keepAliveTimeout: 65_000,
      // How often the two limits above are checked; Node's own interval is half a minute.
      connectionsCheckingInterval: 2_000,
    },
    async (request, response) => {
      const answer = await answerTo(request).catch((error): Answer => {
        ports.logger.error('witness.broken', { error });
        return { status: 500, text: 'This witness cannot answer now.\n' };
      });
      send(response, answer);
    },
  );
  server.maxConnections = MOST_CONNECTIONS;
  limitConnections(server, ports, {
    maxConnectionsPerNetwork: MOST_CONNECTIONS_OF_A_NETWORK,
    trustedProxies: [],
  });
  const noteRefusal = makeRefusalNotes(ports.logger);

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/add-checkpoint') return onlyBy('POST', request, () => takeCheckpoint(request));
    const origin = origins.get(path);
    if (origin !== undefined) return onlyBy('GET', request, () => shown(origin));
    if (path === '/') return onlyBy('GET', request, async () => describe(key, logs));
    return { status: 404, text: 'There is nothing here.\n' };
  }

  async function takeCheckpoint(request: IncomingMessage): Promise<Answer> {
    const body = await readBody(request);
    if (body === undefined) return { status: 413, text: 'The body is too long for a checkpoint.\n' };
    const judgement = await witness.addCheckpoint(body);
    if (judgement.status === 422) noteRefusal(judgement.because, judgement.offered);
    return toAnswer(judgement);
  }

  async function shown(origin: string): Promise<Answer> {
    const note = await ports.memory.read(origin);
    return note === undefined
      ? { status: 404, text: 'This witness has not cosigned that log yet.\n' }
      : { status: 200, text: note };
  }

  return server;
}

/**
 * Makes a function that logs refused checkpoints, because each is evidence of a fork. Each is logged once, since
 * anybody can send a genuine one again.
 */
function makeRefusalNotes(logger: Logger): (because: string, offered: string) => void {
  const noted = new Set<string>();
  return (because, offered) => {
    if (noted.has(offered) || noted.size >= MOST_REFUSALS) return;
    noted.add(offered);
    logger.error('witness.refused', { because, offered });
  };
}

function toAnswer(judgement: Judgement): Answer {
  switch (judgement.status) {
    case 200:
      return { status: 200, text: judgement.line };
    case 409:
      return { status: 409, type: 'text/x.tlog.size', text: `${judgement.knownSize}\n` };
    default:
      return { status: judgement.status, text: `${judgement.because}\n` };
  }
}

async function onlyBy(
  method: string,
  request: IncomingMessage,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const isHead = method === 'GET' && request.method === 'HEAD';
  if (request.method === method || isHead) return work();
  return { status: 405, text: `Use ${method}.\n` };
}

/** Reads the body. Undefined if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length;
    if (sizeBytes > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  // Bytes that are not UTF-8 are no checkpoint.
  return parseUtf8(Buffer.concat(chunks)) ?? '';
}

function describe({ vkey }: WitnessKey, logs: KnownLogs): Answer {
  const lines = [...logs.keys()].map((origin) => `${origin} /${originHash(origin)}/checkpoint`);
  return {
    status: 200,
    text: [`A witness of transparency logs (c2sp.org/tlog-witness).`, vkey, '', ...lines, ''].join('\n'),
  };
}

function send(response: ServerResponse, { status, type = 'text/plain; charset=utf-8', text }: Answer): void {
  response.on('error', () => {});
  response.writeHead(status, {
    'content-type': type,
    'content-length': Buffer.byteLength(text),
    'x-content-type-options': 'nosniff',
    // The rest of a body that is too long is not read.
    ...(status === 413 && { connection: 'close' }),
    ...(status === 405 && { allow: text.includes('POST') ? 'POST' : 'GET, HEAD' }),
  });
  response.end(text);
}
