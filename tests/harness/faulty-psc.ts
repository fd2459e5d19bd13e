/** A time-stamping provider that misbehaves on demand, over real sockets. */

import { randomBytes } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  decodeTimestampRequest,
  encodePem,
  encodeRejection,
  encodeTimestampRequest,
} from '../../proof/src/index.ts';
import type { Environment } from '../../server/src/settings.ts';
import {
  type EmbeddedAuthority,
  openEmbeddedAuthority,
} from '../../server/src/timestamps/authority/authority.ts';
import { type HttpExchange, openHttpServer, trickle } from './http-server.ts';

export type FaultyPsc = {
  /** Settings that make a Sello use this provider and trust its root. */
  env: Environment;
  /** Complete requests so far, whatever their outcome. */
  readonly calls: number;
  /** The requests as received. */
  queries: Buffer[];
  /** Answer bytes sent one by one so far. */
  readonly trickled: number;
  readonly openConnections: number;
  behave(behaviour: Behaviour): void;
  /** Holds every request from now on, until the returned function is called. */
  hold(): () => void;
  /** Resolves once this many requests have arrived in total. */
  arrived(calls: number): Promise<void>;
  /** Closes every connection, busy or idle, and accepts no new ones until `listen`. */
  refuse(): Promise<void>;
  listen(): Promise<void>;
  closeIdleConnections(): void;
  close(): Promise<void>;
};

export type Behaviour = keyof typeof BEHAVIOURS;

type Exchange = {
  query: Buffer;
  response: ServerResponse;
  socket: Socket;
  isReused: boolean;
  own: EmbeddedAuthority;
  foreign: EmbeddedAuthority;
  /** Stamps with the provider's clock off by this much. */
  stampAt(offsetMs: number): Promise<Uint8Array>;
  countTrickled(): void;
};

const MINUTE_MS = 60_000;
const GARBAGE = 'PSC: servicio en mantenimiento\n';

const BEHAVIOURS = {
  honest: async ({ own, query, response }: Exchange) => reply(response, await own.answer(query)),
  silence: () => {},
  'server error': ({ response }: Exchange) => {
    response.writeHead(500).end(GARBAGE);
  },
  'server error without end': ({ response }: Exchange) => {
    response.writeHead(503);
    response.write(GARBAGE);
  },
  garbage: ({ response }: Exchange) => reply(response, Buffer.from(GARBAGE)),
  nothing: ({ response }: Exchange) => reply(response, Buffer.alloc(0)),
  'a megabyte': ({ response }: Exchange) => reply(response, Buffer.alloc(1 << 20)),
  // The complete answer would take half a minute.
  'one byte at a time': async ({ own, query, response, countTrickled }: Exchange) => {
    const tsr = await own.answer(query);
    response.writeHead(200, { 'content-type': REPLY_TYPE, 'content-length': tsr.length });
    trickle(response, tsr, countTrickled);
  },
  'reset before the answer': ({ socket }: Exchange) => {
    socket.resetAndDestroy();
  },
  'reset mid-body': async ({ own, query, response, socket }: Exchange) => {
    const tsr = await own.answer(query);
    response.writeHead(200, { 'content-type': REPLY_TYPE, 'content-length': tsr.length });
    response.write(tsr.subarray(0, 100), () => socket.resetAndDestroy());
  },
  'cut mid-body': async ({ own, query, response }: Exchange) => {
    const tsr = await own.answer(query);
    response.writeHead(200, { 'content-type': REPLY_TYPE, 'content-length': tsr.length });
    response.write(tsr.subarray(0, 100), () => response.destroy());
  },
  'reset of every reused connection': async ({ own, query, response, socket, isReused }: Exchange) => {
    if (isReused) socket.resetAndDestroy();
    else reply(response, await own.answer(query));
  },
  'end of every reused connection': async ({ own, query, response, socket, isReused }: Exchange) => {
    if (isReused) socket.destroy();
    else reply(response, await own.answer(query));
  },
  'wrong imprint': async ({ own, query, response }: Exchange) =>
    reply(response, await own.answer(reask(query, { digest: randomBytes(32) }))),
  'wrong nonce': async ({ own, query, response }: Exchange) =>
    reply(response, await own.answer(reask(query, { nonce: 1n }))),
  'no nonce': async ({ own, query, response }: Exchange) =>
    reply(response, await own.answer(reask(query, { nonce: undefined }))),
  'no certificates': async ({ own, query, response }: Exchange) =>
    reply(response, await own.answer(reask(query, { certReq: false }))),
  rejection: ({ response }: Exchange) => reply(response, encodeRejection('systemFailure', 'no clock')),
  'foreign root': async ({ foreign, query, response }: Exchange) =>
    reply(response, await foreign.answer(query)),
  'clock six minutes slow': async ({ response, stampAt }: Exchange) =>
    reply(response, await stampAt(-6 * MINUTE_MS)),
  'clock six minutes fast': async ({ response, stampAt }: Exchange) =>
    reply(response, await stampAt(6 * MINUTE_MS)),
  'trailing bytes': async ({ own, query, response }: Exchange) =>
    reply(response, Buffer.concat([await own.answer(query), Buffer.from([0])])),
} satisfies Record<string, (exchange: Exchange) => unknown>;

const REPLY_TYPE = 'application/timestamp-reply';

export async function openFaultyPsc(timeoutMs = 10_000): Promise<FaultyPsc> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-psc-'));
  let offsetMs = 0;
  const now = () => new Date(Date.now() + offsetMs);
  const own = await openEmbeddedAuthority(path.join(folder, 'own'), 'p256', now, randomBytes);
  const foreign = await openEmbeddedAuthority(path.join(folder, 'foreign'), 'p256', now, randomBytes);
  const rootsFile = path.join(folder, 'roots.pem');
  await writeFile(rootsFile, encodePem('CERTIFICATE', own.rootDer));

  const events = new EventEmitter().setMaxListeners(0);
  const queries: Buffer[] = [];
  let behaviour: Behaviour = 'honest';
  let gate: Promise<void> = Promise.resolve();
  let calls = 0;
  let trickled = 0;

  const exchange = async ({ body: query, response, socket, isReused }: HttpExchange) => {
    calls += 1;
    queries.push(query);
    events.emit('call');
    await gate;
    await BEHAVIOURS[behaviour]({
      query,
      response,
      socket,
      isReused,
      own,
      foreign,
      countTrickled: () => {
        trickled += 1;
      },
      async stampAt(wrongMs) {
        offsetMs = wrongMs;
        try {
          return await own.answer(query);
        } finally {
          offsetMs = 0;
        }
      },
    });
  };
  const server = await openHttpServer(exchange);

  return {
    env: {
      SELLO_PSC_URL: `${server.origin}/tsa?tenant=1`,
      SELLO_PSC_NAME: 'Faulty PSC',
      SELLO_PSC_ROOTS: rootsFile,
      SELLO_PSC_TIMEOUT_MS: String(timeoutMs),
    },
    queries,
    get calls() {
      return calls;
    },
    get trickled() {
      return trickled;
    },
    get openConnections() {
      return server.openConnections;
    },
    behave(wanted) {
      behaviour = wanted;
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    async arrived(wanted) {
      while (calls < wanted) await once(events, 'call');
    },
    refuse: server.refuse,
    listen: server.listen,
    closeIdleConnections: server.closeIdleConnections,
    async close() {
      await server.refuse();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function reply(response: ServerResponse, tsr: Uint8Array): void {
  response.writeHead(200, { 'content-type': REPLY_TYPE, 'content-length': tsr.length });
  response.end(tsr);
}

type Changed = { digest?: Uint8Array; nonce?: bigint | undefined; certReq?: boolean };

/** The same request with one field changed. */
function reask(query: Uint8Array, changed: Changed): Uint8Array {
  const asked = decodeTimestampRequest(query);
  const nonce = 'nonce' in changed ? changed.nonce : asked.nonce;
  return encodeTimestampRequest({
    hashAlgorithm: 'SHA-256',
    digest: changed.digest ?? asked.imprint.digest,
    certReq: changed.certReq ?? asked.certReq,
    ...(nonce === undefined ? {} : { nonce }),
  });
}
