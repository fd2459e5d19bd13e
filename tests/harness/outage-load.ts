/** Callers that certify without pause through an outage, and a watcher that measures what the outage costs the server. */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../server/src/settings.ts';
import { spawnSello } from './child-sello.ts';
import { openInspected } from './memory-in-use.ts';
import { fileForm } from './multipart.ts';
import { API } from './test-sello.ts';
import type { Acknowledged } from './upload-storm.ts';

export type WatchedSello = {
  baseUrl: string;
  pid: number;
  logBytes(): Promise<number>;
  log(): Promise<string>;
  residentBytes(): Promise<number>;
  /** Memory in use, without garbage. Measuring it stops the server for a moment. */
  memoryInUse(): Promise<number>;
  close(): Promise<void>;
};

/** `sello serve` at the usual log level, its log in a file. */
export async function startWatchedSello(env: Environment): Promise<WatchedSello> {
  const file = path.join(tmpdir(), `sello-log-${process.pid}-${Math.round(performance.now())}.jsonl`);
  const handle = await open(file, 'w');
  const { flags, memoryInUse } = await openInspected();
  const child = spawnSello('serve', { SELLO_DATABASE_CONNECTIONS: '8', ...env }, undefined, {
    log: handle.fd,
    flags,
  });
  const port = await child.started.finally(() => handle.close());
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    pid: child.pid,
    logBytes: async () => (await stat(file)).size,
    log: () => readFile(file, 'utf8'),
    async residentBytes() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
    },
    memoryInUse,
    async close() {
      await child.kill('SIGTERM');
      await rm(file, { force: true });
    },
  };
}

type Answer = { status: number; error: string; tookMs: number };

export type OutageLoad = {
  acknowledged: Acknowledged[];
  /** The number of each answer, such as `503 storage_unavailable`, since the last `forget`. */
  answers: Map<string, number>;
  /** How long each answer took since the last `forget`. */
  tookMs: number[];
  forget(): void;
  /** Lets every caller repeat its upload until it is acknowledged; resolves then. Rejects if that takes too long. */
  finish(withinMs: number): Promise<void>;
  stop(): Promise<void>;
};

const CALLERS = 8;
const BETWEEN_MS = 150;

/** Each caller repeats an upload with the same Idempotency-Key until it is acknowledged, as the guide tells it to. */
export function startOutageLoad(baseUrl: string, key: string): OutageLoad {
  const load: OutageLoad = {
    acknowledged: [],
    answers: new Map(),
    tookMs: [],
    forget() {
      load.answers.clear();
      load.tookMs = [];
    },
    async finish(withinMs) {
      isFinishing = true;
      await Promise.race([
        Promise.all(callers),
        sleep(withinMs, undefined, { ref: false }).then(() => {
          throw new Error(
            `not acknowledged ${withinMs} ms after the outage: ${[...load.answers].join('; ')}`,
          );
        }),
      ]);
    },
    async stop() {
      isFinishing = true;
      isStopping = true;
      await Promise.all(callers);
    },
  };
  let [isFinishing, isStopping] = [false, false];
  const note = ({ status, error, tookMs }: Answer) => {
    const name = `${status} ${error}`.trim();
    load.answers.set(name, (load.answers.get(name) ?? 0) + 1);
    load.tookMs.push(tookMs);
  };
  const certifyOne = async (name: string) => {
    const content = Buffer.from(`${name} ${'x'.repeat(3_000)}`);
    for (;;) {
      const began = performance.now();
      const { status, body } = await post(baseUrl, key, name, content);
      note({ status, error: body.error ?? '', tookMs: performance.now() - began });
      if (status === 201) {
        const sha256 = createHash('sha256').update(content).digest('hex');
        load.acknowledged.push({
          id: body.certificate?.id ?? '',
          sha256,
          sizeBytes: content.length,
          idempotencyKey: name,
        });
        return;
      }
      if (isStopping) return;
      await sleep(BETWEEN_MS);
    }
  };
  const callers = Array.from({ length: CALLERS }, async (_, caller) => {
    for (let number = 0; !isFinishing; number += 1) {
      await certifyOne(`caller-${caller}-${number}`);
      await sleep(BETWEEN_MS);
    }
  });
  return load;
}

type Body = { error?: string; certificate?: { id: string } };

async function post(baseUrl: string, key: string, name: string, content: Buffer) {
  const form = fileForm(content);
  const answer = await fetch(`${baseUrl}${API}/certificates`, {
    method: 'POST',
    body: form.payload,
    headers: { authorization: `Bearer ${key}`, ...form.headers, 'idempotency-key': name },
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

export type OutageWatch = {
  /** Milliseconds that `/healthz` took. */
  healthMs: number[];
  /** How long a bare server on the same machine took at the same moments, which shows how busy the machine was. */
  bareMs: number[];
  unhealthy: number;
  residentBytes: number[];
  sessions: number[];
  stop(): Promise<void>;
};

const LOOK_EVERY_MS = 500;

/** `sessions` counts the sessions of the server at its database; undefined where they cannot be counted. */
export function startOutageWatch(
  server: WatchedSello,
  sessions: (() => Promise<number>) | undefined,
): OutageWatch {
  let isStopping = false;
  const watch: OutageWatch = {
    healthMs: [],
    bareMs: [],
    unhealthy: 0,
    residentBytes: [],
    sessions: [],
    async stop() {
      isStopping = true;
      await looking;
    },
  };
  const look = async (bareUrl: string) => {
    const [health, bare] = await Promise.all([timed(`${server.baseUrl}/healthz`), timed(bareUrl)]);
    watch.healthMs.push(health.tookMs);
    watch.bareMs.push(bare.tookMs);
    if (health.status !== 200) watch.unhealthy += 1;
    watch.residentBytes.push(await server.residentBytes());
    if (sessions !== undefined) watch.sessions.push(await sessions());
  };
  const looking = (async () => {
    const bare = await startBareServer();
    while (!isStopping) {
      await look(bare.url);
      await sleep(LOOK_EVERY_MS);
    }
    bare.close();
  })();
  return watch;
}

async function timed(url: string): Promise<{ status: number; tookMs: number }> {
  const began = performance.now();
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return { status: answer.status, tookMs: performance.now() - began };
}

const BARE = `
  const server = require('node:http').createServer((request, response) => response.end('ok'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));`;

async function startBareServer(): Promise<{ url: string; close(): void }> {
  const child = spawn(process.execPath, ['-e', BARE], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [port] = await once(child.stdout, 'data');
  return { url: `http://127.0.0.1:${String(port).trim()}`, close: () => void child.kill() };
}

/** The quantile: this share of the values lies below it. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * How much resident memory grew, including garbage that V8 has not collected yet: the median of the last quarter of the
 * time minus that of the second quarter. In the first quarter the server warms up.
 */
export function growthOf(samples: readonly number[]): number {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  return quantile(samples.slice(-quarter), 0.5) - quantile(samples.slice(quarter, 2 * quarter), 0.5);
}
