/** A server with default settings, somebody who floods it and somebody who uses it, each in a separate process. */

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../server/src/settings.ts';
import { type ChildSello, type SpawnedSello, startShippedSello } from './child-sello.ts';
import type { FloodOrder, FloodReport } from './flood-process.ts';
import type { HonestOrder } from './honest-process.ts';
import type { Attacker, FloodedThing, HonestReport } from './share-floods.ts';
import { openStormPlace, prepareCaller, type StormPlace } from './storm-place.ts';

export type FloodStage = {
  place: StormPlace;
  server: ChildSello & SpawnedSello;
  greedy: Attacker;
  work(rounds: number): Promise<HonestReport>;
  /** Resolves once the flood has begun. */
  flood(thing: FloodedThing): Promise<{ stop(): Promise<FloodReport> }>;
  close(): Promise<void>;
};

/** The honest caller and the greedy one come from these addresses. */
type Networks = { honest: string; greedy: string };

const APART: Networks = { honest: '127.0.0.1', greedy: '127.0.0.2' };

export async function openFloodStage(
  settings: Environment = {},
  networks: Networks = APART,
): Promise<FloodStage> {
  const place = await openStormPlace('PostgreSQL, folder');
  const many = { ratePerMinute: 100_000 };
  const greedy = await prepareCaller(
    place.env,
    1_000_000,
    many,
    { ...many, mode: 'test' },
    'greedy@example.com',
  );
  const server = await startShippedSello({
    ...place.env,
    SELLO_WEBHOOK_ALLOW: '127.0.0.0/8',
    ...settings,
  });
  const honestProcess = start('honest-process.ts');
  const attacker = {
    baseUrl: server.baseUrl,
    key: greedy.key,
    testKey: greedy.limitedKey ?? '',
    network: networks.greedy,
  };
  const honest = { ...attacker, key: place.key, testKey: '', network: networks.honest };
  return {
    place,
    server,
    greedy: attacker,
    work: (rounds) => tell(honestProcess, { caller: honest, rounds } satisfies HonestOrder),
    async flood(thing) {
      const flooding = start('flood-process.ts');
      await tell(flooding, { thing, attacker } satisfies FloodOrder);
      return { stop: () => tell(flooding, 'stop') };
    },
    async close() {
      honestProcess.kill();
      await server.kill('SIGTERM');
      await place.close();
    },
  };
}

function start(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), { execArgv: [] });
}

/** Sends an order; resolves with the next message from the child. */
async function tell<T>(child: ChildProcess, order: object | string): Promise<T> {
  const answer = Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process ended with ${code}`);
    }),
  ]);
  child.send(order);
  const [report] = await answer;
  return report as T;
}
