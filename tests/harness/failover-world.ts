/**
 * Two servers and a worker on databases that fail, callers that upload without pause, and a watcher that records the
 * outcome.
 */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Row } from '../../server/src/database/pool.ts';
import { type ChildSello, type SpawnedSello, spawnSello, startChildSello } from './child-sello.ts';
import { freePort } from './debian-program.ts';
import { fileForm } from './multipart.ts';
import type { SeededRandom } from './seeded-random.ts';
import { prepareCaller, type StormPlace } from './storm-place.ts';
import { API } from './test-sello.ts';
import { startUploadStorm, type UploadStorm, type Whereabouts } from './upload-storm.ts';

export type FailoverWorld = {
  servers: ChildSello[];
  storms: UploadStorm[];
  limited: LimitedCaller;
  place: Pick<StormPlace, 'key' | 'account' | 'granted' | 'query' | 'keptFiles'>;
  /** While `fault` runs, callers may get any answer that is allowed during an outage. */
  during<T>(fault: () => Promise<T>): Promise<T>;
  /** Makes small calls to every server, one after the other, and records the answers and how long they took. */
  watch(): Watch;
  /** The names of the duties that are held; a duty that two processes hold appears twice. */
  duties(): Promise<string[]>;
  /** The number of servers and workers. */
  processes: number;
  close(): Promise<void>;
};

type Watch = {
  slowestMs: number;
  /** Which answer was the slowest, and when, counted from the start of the watch. */
  slowest: string;
  /** How many uploads, and how many lists, got each status. */
  uploads: Map<number, number>;
  lists: Map<number, number>;
  stop(): Promise<void>;
};

/** A caller who keeps calling although the limits of its key are low. */
type LimitedCaller = {
  /** When each certified upload was sent and answered, by the clock that the limits use. */
  certified: { beganAt: number; endedAt: number }[];
  stop(): Promise<void>;
};

const GRANTED = 1_000_000;
export const LIMITS = { ratePerMinute: 20, monthlyQuota: 45 };

/**
 * Opens a new connection each time, because an old one may lead to the former primary. Tries again for a while: the
 * test's proxy may find the new primary later than the servers, which search for it themselves.
 */
async function askOnNewConnection(url: string, statement: Parameters<StormPlace['query']>): Promise<Row[]> {
  const deadline = performance.now() + FOUND_WITHIN_MS;
  for (;;) {
    const database = connect({ url }, 1);
    try {
      return await database.query(...statement);
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(200);
    } finally {
      await database.close();
    }
  }
}

const FOUND_WITHIN_MS = 10_000;

/**
 * `url`: the address at which the processes find the database. `operatorUrl`: the address at which the test finds the
 * primary.
 */
export async function openFailoverWorld(
  { url, operatorUrl }: { url: string; operatorUrl: string },
  concurrency: number,
  random: SeededRandom,
): Promise<FailoverWorld> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sello-failover-'));
  const env = { SELLO_DATA_DIR: dataDir, DATABASE_URL: url, SELLO_DATABASE_CONNECTIONS: '8' };
  const { account, key, limitedKey } = await prepareCaller(env, GRANTED, {}, LIMITS);
  const servers = [await startChildSello(env), await startChildSello(env)];
  const worker = await startWorker(env);
  const whereabouts: Whereabouts[] = servers.map(({ baseUrl }) => ({ baseUrl, shocks: 0 }));
  const storms = whereabouts.map((one, number) =>
    startUploadStorm(one, key, concurrency, random, undefined, `server-${number}-`),
  );
  const limited = startLimitedCaller(servers, limitedKey ?? '');
  const query: StormPlace['query'] = (...statement) => askOnNewConnection(operatorUrl, statement);
  return {
    servers,
    storms,
    limited,
    place: { account, key, granted: GRANTED, query, keptFiles: () => filesUnder(dataDir) },
    async during(fault) {
      for (const one of whereabouts) one.shocks += 1;
      try {
        return await fault();
      } finally {
        for (const one of whereabouts) one.shocks += 1;
      }
    },
    watch: () => startWatch(servers, key),
    duties: async () => {
      const addresses = [...servers.map(({ baseUrl }) => baseUrl), worker.metricsUrl];
      return (await Promise.all(addresses.map(dutiesOf))).flat().sort();
    },
    processes: servers.length + 1,
    async close() {
      await Promise.all([...storms, limited].map((caller) => caller.stop()));
      await Promise.all([...servers, worker].map((process) => process.kill('SIGTERM')));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startWorker(env: Record<string, string>): Promise<SpawnedSello & { metricsUrl: string }> {
  const address = `127.0.0.1:${await freePort()}`;
  const worker = spawnSello('worker', { ...env, SELLO_METRICS_ADDRESS: address });
  await worker.started;
  return Object.assign(worker, { metricsUrl: `http://${address}` });
}

function startWatch(servers: readonly ChildSello[], key: string): Watch {
  let isStopping = false;
  const beganAt = performance.now();
  const watch: Watch = {
    ...{ slowestMs: 0, slowest: '', uploads: new Map(), lists: new Map() },
    stop: async () => {},
  };
  const headers = { authorization: `Bearer ${key}` };
  const ask = async (counts: Map<number, number>, address: string, init: RequestInit) => {
    const began = performance.now();
    const answer = await fetch(address, init);
    await answer.arrayBuffer();
    const tookMs = performance.now() - began;
    if (tookMs > watch.slowestMs) {
      watch.slowestMs = tookMs;
      watch.slowest = `${init.method ?? 'GET'} ${answer.status} after ${Math.round(began - beganAt)} ms`;
    }
    counts.set(answer.status, (counts.get(answer.status) ?? 0) + 1);
  };
  const follow = async ({ baseUrl }: ChildSello, number: number) => {
    const address = `${baseUrl}${API}/certificates`;
    for (let call = 0; !isStopping; call += 1) {
      const form = fileForm(`watch ${number} ${call} ${performance.now()}`);
      const upload = { method: 'POST', body: form.payload, headers: { ...headers, ...form.headers } };
      await ask(watch.uploads, address, upload);
      await ask(watch.lists, `${address}?limit=1`, { headers });
      await sleep(100);
    }
  };
  const followers = servers.map(follow);
  watch.stop = async () => {
    isStopping = true;
    await Promise.all(followers);
  };
  return watch;
}

/** Alternates between the servers: their limits are the same. */
function startLimitedCaller(servers: readonly ChildSello[], key: string): LimitedCaller {
  let isStopping = false;
  const certified: LimitedCaller['certified'] = [];
  const run = async () => {
    for (let call = 0; !isStopping; call += 1) {
      const form = fileForm(`limited ${call} ${performance.now()}`);
      const beganAt = Date.now();
      const answer = await fetch(`${servers[call % servers.length]?.baseUrl}${API}/certificates`, {
        method: 'POST',
        body: form.payload,
        headers: { authorization: `Bearer ${key}`, ...form.headers },
      });
      await answer.arrayBuffer();
      if (answer.status === 201) certified.push({ beganAt, endedAt: Date.now() });
      await sleep(100);
    }
  };
  const running = run();
  return {
    certified,
    async stop() {
      isStopping = true;
      await running;
    },
  };
}

async function dutiesOf(address: string): Promise<string[]> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return [...text.matchAll(/^sello_duties\{duty="([^"]+)"\} 1$/gm)].map(([, duty]) => duty ?? '');
}

async function filesUnder(dataDir: string): Promise<Set<string>> {
  const names = await readdir(path.join(dataDir, 'files', 'files'), { recursive: true });
  return new Set(names.map((name) => path.basename(name)));
}
