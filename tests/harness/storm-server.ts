/** Processes that are killed at any moment and restarted, as a supervisor would. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../server/src/settings.ts';
import { type SpawnedSello, spawnSello } from './child-sello.ts';
import { listeningPids, memberPids } from './group-members.ts';
import type { SeededRandom } from './seeded-random.ts';
import type { Whereabouts } from './upload-storm.ts';

export type Victim = 'server' | 'server of a group' | 'member of a group' | 'worker';

export type StormServer = Whereabouts & {
  /** Resolves when the victim is dead, before it is restarted. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Stops everything cleanly. */
  stop(): Promise<void>;
};

const START_PATIENCE_MS = 60_000;

export async function startStormServer(
  victim: Victim,
  placeEnv: Environment,
  random: SeededRandom,
): Promise<StormServer> {
  const isGroup = victim.endsWith('of a group');
  const env: Environment = {
    ...placeEnv,
    ...(isGroup && { SELLO_PROCESSES: '2' }),
    ...(victim === 'worker' && { SELLO_BACKGROUND: 'off' }),
  };
  let server = await startServe(env, random, false);
  let worker = victim === 'worker' ? spawnSello('worker', placeEnv) : undefined;
  await worker?.started;
  const whereabouts: StormServer = {
    baseUrl: server.baseUrl,
    shocks: 0,

    async kill() {
      whereabouts.shocks += 1;
      if (victim === 'worker') return worker?.kill('SIGKILL');
      if (victim === 'member of a group') return killMember(server.process.pid, random);
      whereabouts.baseUrl = undefined;
      return server.process.kill('SIGKILL');
    },

    async restart() {
      if (victim === 'worker') {
        worker = spawnSello('worker', placeEnv);
        await worker.started;
      } else if (victim === 'member of a group') {
        await untilBothListen(server.process.pid, server.baseUrl);
      } else {
        server = await startServe(env, random, victim === 'server');
        whereabouts.baseUrl = server.baseUrl;
      }
      whereabouts.shocks += 1;
    },

    async stop() {
      await worker?.kill('SIGTERM');
      await server.process.kill('SIGTERM');
    },
  };
  return whereabouts;
}

/** Where `isUnlucky` allows, one start in five is killed before it is ready. */
async function startServe(
  env: Environment,
  random: SeededRandom,
  isUnlucky: boolean,
): Promise<{ process: SpawnedSello; baseUrl: string }> {
  if (isUnlucky && random.below(5) === 0) {
    const shortLived = spawnSello('serve', env);
    await Promise.race([sleep(random.below(1_500)), shortLived.started]);
    await shortLived.kill('SIGKILL');
  }
  const process = spawnSello('serve', env);
  return { process, baseUrl: `http://127.0.0.1:${await process.started}` };
}

async function killMember(parentPid: number, random: SeededRandom): Promise<void> {
  const members = await memberPids(parentPid);
  const pid = members[random.below(members.length)];
  if (pid === undefined) throw new Error('the group has no members');
  process.kill(pid, 'SIGKILL');
}

/**
 * Waits until two members listen. Before that, killing the other member would leave no process that listens, a
 * different case.
 */
async function untilBothListen(parentPid: number, baseUrl: string): Promise<void> {
  const deadline = performance.now() + START_PATIENCE_MS;
  while ((await listeningPids(parentPid, baseUrl)).length < 2) {
    if (performance.now() > deadline) throw new Error('the group did not replace its member');
    await sleep(50);
  }
}
