/** Loses the primary repeatedly while callers upload, and checks the result each time. */

import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { isFull } from '../harness/breadth.ts';
import { type FailoverWorld, LIMITS, openFailoverWorld } from '../harness/failover-world.ts';
import { PASS } from '../harness/fault-proxy.ts';
import { findHalves, NO_HALVES } from '../harness/find-halves.ts';
import type { DatabaseServer } from '../harness/postgres-member.ts';
import { type SeededRandom, seededRandom } from '../harness/seeded-random.ts';
import { findLost } from '../harness/upload-storm.ts';
import { type FailoverLoss, FIGURES, SLACK_MS as SLICE_SLACK_MS } from './figures.ts';

/** Full figures run alone, so no tolerance is added to the promised times. */
const SLACK_MS = isFull ? 0 : SLICE_SLACK_MS;
/**
 * Promised: answers within 2 s. Within 5 s after the new primary confirms commits, writes succeed and duties are held
 * again.
 */
const TOLD_WITHIN_MS = 2_000 + SLACK_MS;
const BACK_WITHIN_MS = 5_000 + SLACK_MS;

export type FailoverCluster = {
  /** Loses the current primary. */
  lose(loss: FailoverLoss): Promise<void>;
  /** Resolves once another server has taken over as primary and confirms commits. */
  takeOver(): Promise<void>;
  /** Lets the frozen or isolated server go on, which still believes that it is the primary. */
  comeBack(loss: FailoverLoss): Promise<void>;
  /** Restores the number of standbys. */
  renew(): Promise<void>;
};

type Addresses = { url: string; operatorUrl: string };

type Round = { backMs: number; calmMs: number; slowestMs: number; unavailable: number };

/** A cluster in which the test promotes the standby, at a moment of its choice. */
export function promotedByHand(
  cluster: { readonly primary: DatabaseServer } & Record<'promote' | 'renew', () => Promise<void>>,
  random: SeededRandom,
): FailoverCluster {
  let lost = cluster.primary;
  return {
    async lose(loss) {
      lost = cluster.primary;
      if (loss === 'is killed') await lost.signal('SIGKILL');
      else if (loss === 'is cut off') await lost.road.behave({ kind: 'black hole' });
      else await lost.signal('SIGSTOP');
    },
    async takeOver() {
      await sleep(random.below(1_500));
      await cluster.promote();
    },
    async comeBack(loss) {
      if (loss === 'freezes, and thaws again') await lost.signal('SIGCONT');
      if (loss === 'is cut off') await lost.road.behave(PASS);
    },
    renew: () => cluster.renew(),
  };
}

/** `open` gets the seeded randomness, for other random choices of the test. */
export async function runFailovers(
  name: string,
  loss: FailoverLoss,
  open: (random: SeededRandom) => { cluster: FailoverCluster; addresses: Addresses },
): Promise<void> {
  const random = seededRandom();
  const where = `${name}, the primary ${loss}, SELLO_TEST_SEED=${random.seed}`;
  const { rounds, uploads, concurrency } = FIGURES.failover;
  const { cluster, addresses } = open(random);
  const world = await openFailoverWorld(addresses, concurrency, random);
  const seen: Round[] = [];
  try {
    for (let round = 1; round <= rounds; round += 1) {
      if (round > 1) await cluster.renew();
      const calm = world.watch();
      for (const storm of world.storms) await storm.more(1 + random.below(uploads));
      await calm.stop();
      await sleep(random.below(200));
      seen.push(await loseAndRecover(world, cluster, loss, calm.slowestMs, where));
      expect(await findHalves(world.place), where).toEqual(NO_HALVES);
      await expectOneHolderEach(world, where);
    }
    for (const storm of world.storms) await storm.more(5);
    for (const caller of [...world.storms, world.limited]) await caller.stop();
    tellFigures(where, seen, world);
    await expectAllKept(world, where);
  } finally {
    await world.close();
  }
}

type Standbys = { readonly standbys: readonly DatabaseServer[]; renew(): Promise<void> };

/** Loses one of two standbys again and again; callers must not notice. */
export async function runStandbyLosses(
  name: string,
  loss: FailoverLoss,
  cluster: Standbys,
  addresses: Addresses,
): Promise<void> {
  const random = seededRandom();
  const where = `${name}, a standby ${loss}, SELLO_TEST_SEED=${random.seed}`;
  const { rounds, uploads, concurrency } = FIGURES.failover;
  const world = await openFailoverWorld(addresses, concurrency, random);
  let slowestMs = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      if (round > 1) await cluster.renew();
      const told = world.watch();
      for (const storm of world.storms) await storm.more(1 + random.below(uploads));
      const lost = cluster.standbys[random.below(2)];
      await lost?.signal(loss === 'is killed' ? 'SIGKILL' : 'SIGSTOP');
      for (const storm of world.storms) await storm.more(uploads);
      await lost?.signal('SIGCONT');
      await told.stop();
      expect([[...told.uploads.keys()], [...told.lists.keys()]], where).toEqual([[201], [200]]);
      expect(told.slowestMs, `${where}; ${told.slowest}`).toBeLessThan(TOLD_WITHIN_MS);
      slowestMs = Math.max(slowestMs, told.slowestMs);
      await expectOneHolderEach(world, where);
    }
    for (const caller of [...world.storms, world.limited]) await caller.stop();
    if (isFull) console.info(`${where}: ${rounds} rounds, longest answer ${Math.round(slowestMs)} ms`);
    await expectAllKept(world, where);
  } finally {
    await world.close();
  }
}

async function loseAndRecover(
  world: FailoverWorld,
  cluster: FailoverCluster,
  loss: FailoverLoss,
  calmMs: number,
  where: string,
): Promise<Round> {
  const { storms, during, watch } = world;
  const told = watch();
  const backMs = await during(async () => {
    await cluster.lose(loss);
    await cluster.takeOver();
    const tookOverAt = performance.now();
    await Promise.all(storms.map((storm) => storm.more(1)));
    return performance.now() - tookOverAt;
  });
  // The server that returns is outdated, and some connections to it are still open.
  await cluster.comeBack(loss);
  await Promise.all(storms.map((storm) => storm.more(2)));
  await told.stop();
  // The time that the same calls take without a fault is not counted as part of the failover.
  expect(told.slowestMs, `${where}; ${told.slowest}`).toBeLessThan(TOLD_WITHIN_MS + calmMs);
  expect(
    [...told.uploads.keys()].filter((status) => status !== 201 && status !== 503),
    where,
  ).toEqual([]);
  expect(
    [...told.lists.keys()].filter((status) => status !== 200 && status !== 503),
    where,
  ).toEqual([]);
  expect(backMs, where).toBeLessThan(BACK_WITHIN_MS + calmMs);
  return { backMs, calmMs, slowestMs: told.slowestMs, unavailable: told.uploads.get(503) ?? 0 };
}

/** In the database that everybody writes to, a duty never has two holders, and soon has one again. */
async function expectOneHolderEach(
  { duties, servers, processes, place }: FailoverWorld,
  where: string,
): Promise<void> {
  const wanted = ['anchor', 'sequence'];
  const held = async () => {
    const names = await duties();
    expect(names, where).toEqual([...new Set(names)]);
    return wanted.filter((name) => names.some((one) => one.startsWith(name)));
  };
  await expect.poll(held, { timeout: BACK_WITHIN_MS, interval: 100 }).toEqual(wanted);
  const present = async () => {
    const [row] = await place.query(
      `select count(*) as locks from pg_locks where locktype = 'advisory' and classid = 7355 and objsubid = 2 and granted`,
      [],
      'locks',
    );
    return Number(row?.locks);
  };
  await expect.poll(present, { timeout: BACK_WITHIN_MS, interval: 100 }).toBe(processes);
  for (const { baseUrl } of servers) {
    const ready = await fetch(`${baseUrl}/readyz`);
    expect([ready.status, await ready.json()], where).toMatchObject([200, { status: 'ok' }]);
  }
}

async function expectAllKept(
  { storms, limited, servers, place }: FailoverWorld,
  where: string,
): Promise<void> {
  const acknowledged = storms.flatMap((storm) => storm.acknowledged);
  expect(
    storms.flatMap((storm) => storm.surprises),
    where,
  ).toEqual([]);
  expect(await findLost(servers[0]?.baseUrl ?? '', place, acknowledged), where).toEqual([]);
  expect(new Set(acknowledged.map(({ id }) => id)).size, where).toBe(acknowledged.length);
  const doubles = 'select sha256 from certificates group by sha256 having count(*) > 1';
  expect(await place.query(doubles, [], 'doubles'), where).toEqual([]);
  const count = async (what: string) =>
    Number((await place.query(`select count(*) from ${what}`, [], `count ${what}`))[0]?.count);
  await expect.poll(() => count('log_queue'), { timeout: 20_000 }).toBe(0);
  const twice = 'select tree_size from anchors group by network, tree_size having count(*) > 1';
  expect(await place.query(twice, [], 'paid-twice'), where).toEqual([]);
  expect(await findHalves(place), where).toEqual(NO_HALVES);
  expect(mostInAMinute(limited.certified), where).toBeLessThanOrEqual(LIMITS.ratePerMinute);
  expect(limited.certified.length, where).toBeLessThanOrEqual(LIMITS.monthlyQuota);
}

/** The most calls within any sixty seconds. */
function mostInAMinute(certified: FailoverWorld['limited']['certified']): number {
  const within = ({ beganAt }: { beganAt: number }) =>
    certified.filter((one) => one.beganAt >= beganAt && one.endedAt <= beganAt + 60_000).length;
  return Math.max(0, ...certified.map(within));
}

/** For full runs: prints what was measured, and the seed that repeats it. */
function tellFigures(where: string, rounds: readonly Round[], { storms, limited }: FailoverWorld): void {
  if (!isFull) return;
  const most = (what: (round: Round) => number) => Math.round(Math.max(...rounds.map(what)));
  const sum = (what: (figures: { unavailable: number; settled: number }) => number) =>
    storms.reduce((total, { figures }) => total + what(figures), 0);
  console.info(
    `${where}: ${rounds.length} rounds, writes back after at most ${most(({ backMs }) => backMs)} ms ` +
      `(${rounds.map(({ backMs }) => Math.round(backMs)).join(' ')}), longest answer ${most(({ slowestMs }) => slowestMs)} ms (before, with nothing wrong, ${most(({ calmMs }) => calmMs)} ms), ` +
      `503 ${sum(({ unavailable }) => unavailable) + rounds.reduce((total, { unavailable }) => total + unavailable, 0)}, ` +
      `acknowledged ${storms.reduce((total, { acknowledged }) => total + acknowledged.length, 0)}, ` +
      `settled by repeating ${sum(({ settled }) => settled)}, of the limited key ${limited.certified.length}`,
  );
}
