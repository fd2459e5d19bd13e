/** The witness's small HTTP server: `POST /add-checkpoint`, and its cosigned checkpoints, for monitors of a log. */

import type { IncomingMessage, Server } from 'node:http';
import { parseUtf8 } from '@sello/proof';
import type { Logger } from '../../kernel/logger.ts';
import { type CosignPorts, type Judgement, makeWitness } from './cosign-checkpoint.ts';
import type { KnownLogs } from './known-logs.ts';
import { makeRefusalNotes } from './refusal-notes.ts';
import { type Answer, createSmallServer, NOTHING_HERE, onlyBy } from './small-server.ts';
import { originHash } from './state-folder.ts';
import type { WitnessKey } from './witness-key.ts';

/** Room for 63 hashes and the longest note that is accepted. */
const MAX_BODY_BYTES = 96 * 1024;

export function createWitnessServer(
  ports: CosignPorts & { logger: Logger },
  key: WitnessKey,
  logs: KnownLogs,
): Server {
  const witness = makeWitness(ports, key, logs);
  const origins = new Map([...logs.keys()].map((origin) => [`/${originHash(origin)}/checkpoint`, origin]));
  const noteRefusal = makeRefusalNotes(ports.logger);

  async function answerTo(request: IncomingMessage): Promise<Answer> {
    const path = (request.url ?? '').split('?', 1)[0] ?? '';
    if (path === '/add-checkpoint') return onlyBy('POST', request, () => takeCheckpoint(request));
    const origin = origins.get(path);
    if (origin !== undefined) return onlyBy('GET', request, () => shown(origin));
    if (path === '/') return onlyBy('GET', request, async () => describe(key, logs));
    return NOTHING_HERE;
  }

  async function takeCheckpoint(request: IncomingMessage): Promise<Answer> {
    const body = await readBody(request);
    if (body === undefined) return { status: 413, text: 'The body is too long for a checkpoint.\n' };
    const judgement = await witness.addCheckpoint(body);
    if (judgement.status === 422 && judgement.refused !== undefined)
      noteRefusal(judgement.because, judgement.refused);
    return toAnswer(judgement);
  }

  async function shown(origin: string): Promise<Answer> {
    const note = await ports.memory.read(origin);
    return note === undefined
      ? { status: 404, text: 'This witness has not cosigned that log yet.\n' }
      : { status: 200, text: note };
  }

  return createSmallServer(ports, 'witness.broken', answerTo);
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
