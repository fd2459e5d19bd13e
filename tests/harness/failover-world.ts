/** Two servers on a pair of databases, callers that upload to both without pause, and one that watches how they fare. */

import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from '../../server/src/database/pool.ts';
import { type ChildSello, startChildSello } from './child-sello.ts';
import { fileForm } from './multipart.ts';
import { openPostgresPair, type PostgresPair } from './postgres-pair.ts';
import type { SeededRandom } from './seeded-random.ts';
import { prepareCaller, type StormPlace } from './storm-place.ts';
import { API } from './test-sello.ts';
import { startUploadStorm, type UploadStorm, type Whereabouts } from './upload-storm.ts';

export type FailoverWorld = {
  pair: PostgresPair;
  servers: ChildSello[];
  storms: UploadStorm[];
  place: Pick<StormPlace, 'key' | 'account' | 'granted' | 'query' | 'keptFiles'>;
  /** While `fault` runs, callers may be told anything that they may be told during an outage. */
  during<T>(fault: () => Promise<T>): Promise<T>;
  /** Small calls to every server, one after the other: what they were told, and how long it took. */
  watch(): Watch;
  /** Names of duties, once for each process that has it. */
  duties(): Promise<string[]>;
  close(): Promise<void>;
};

export type Watch = {
  /** Of a small upload. */
  slowestMs: number;
  statuses: Set<number>;
  stop(): Promise<void>;
};

const GRANTED = 1_000_000;

/** `addressOf`: by which of the pair's addresses the servers find the database. */
export async function openFailoverWorld(
  addressOf: (pair: PostgresPair) => string,
  concurrency: number,
  random: SeededRandom,
): Promise<FailoverWorld> {
  const pair = await openPostgresPair();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'sello-failover-'));
  const env = { SELLO_DATA_DIR: dataDir, DATABASE_URL: addressOf(pair), SELLO_DATABASE_CONNECTIONS: '8' };
  const { account, key } = await prepareCaller(env, GRANTED, {});
  const servers = [await startChildSello(env), await startChildSello(env)];
  const whereabouts: Whereabouts[] = servers.map(({ baseUrl }) => ({ baseUrl, shocks: 0 }));
  const storms = whereabouts.map((one, number) =>
    startUploadStorm(one, key, concurrency, random, undefined, `server-${number}-`),
  );
  // A new connection each time: an old one may lead to yesterday's primary.
  const query: StormPlace['query'] = async (...statement) => {
    const database = connect({ url: pair.url }, 1);
    try {
      return await database.query(...statement);
    } finally {
      await database.close();
    }
  };
  return {
    pair,
    servers,
    storms,
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
    duties: async () => (await Promise.all(servers.map(dutiesOf))).flat().sort(),
    async close() {
      await Promise.all(storms.map((storm) => storm.stop()));
      await Promise.all(servers.map((server) => server.kill('SIGTERM')));
      await pair.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function startWatch(servers: readonly ChildSello[], key: string): Watch {
  let isStopping = false;
  const watch: Watch = { slowestMs: 0, statuses: new Set(), stop: async () => {} };
  const follow = async ({ baseUrl }: ChildSello, number: number) => {
    for (let call = 0; !isStopping; call += 1) {
      const form = fileForm(`watch ${number} ${call} ${performance.now()}`);
      const began = performance.now();
      const answer = await fetch(`${baseUrl}${API}/certificates`, {
        method: 'POST',
        body: form.payload,
        headers: { authorization: `Bearer ${key}`, ...form.headers },
      });
      await answer.arrayBuffer();
      watch.slowestMs = Math.max(watch.slowestMs, performance.now() - began);
      watch.statuses.add(answer.status);
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

async function dutiesOf({ baseUrl }: ChildSello): Promise<string[]> {
  const text = await (await fetch(`${baseUrl}/metrics`)).text();
  return [...text.matchAll(/^sello_duties\{duty="([^"]+)"\} 1$/gm)].map(([, duty]) => duty ?? '');
}

async function filesUnder(dataDir: string): Promise<Set<string>> {
  const names = await readdir(path.join(dataDir, 'files', 'files'), { recursive: true });
  return new Set(names.map((name) => path.basename(name)));
}
