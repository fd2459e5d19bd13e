/** The primary is lost while callers upload, and its synchronous standby takes over. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { type FailoverWorld, openFailoverWorld } from '../harness/failover-world.ts';
import { PASS } from '../harness/fault-proxy.ts';
import { findHalves, NO_HALVES } from '../harness/find-halves.ts';
import type { PostgresPair } from '../harness/postgres-pair.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { findLost } from '../harness/upload-storm.ts';
import { CHAOS_TIMEOUT_MS, type FailoverLoss, type FailoverRoad, FIGURES, SLACK_MS } from './figures.ts';

/** Promised: answers within 2 s, writes again 5 s after the promotion. */
const TOLD_WITHIN_MS = 2_000 + SLACK_MS;
const BACK_WITHIN_MS = 5_000 + SLACK_MS;

const CASES: [FailoverLoss, FailoverRoad][] = [
  ['is killed', 'a road that follows the leader'],
  ['freezes, and thaws again', 'a road that follows the leader'],
  ...FIGURES.failover.more,
];

let world: FailoverWorld | undefined;
afterEach(async () => {
  await world?.close();
  world = undefined;
});

test.for(CASES)(
  'P80 P82 the primary %s (%s): nothing acknowledged is lost, halved or doubled, and no duty has two holders',
  { timeout: CHAOS_TIMEOUT_MS },
  async ([loss, road]) => {
    const random = seededRandom();
    const where = `seed ${random.seed}`;
    const { rounds, uploads, concurrency } = FIGURES.failover;
    const addressOf = ({ url, urlOfBoth }: PostgresPair) =>
      road === 'an address with both hosts' ? urlOfBoth : url;
    world = await openFailoverWorld(addressOf, concurrency, random);
    const backMs: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      if (round > 1) await world.pair.renewStandby();
      for (const storm of world.storms) await storm.more(1 + random.below(uploads));
      await sleep(random.below(200));
      backMs.push(await loseAndPromote(world, loss, random.below(1_500)));
      expect(await findHalves(world.place), where).toEqual(NO_HALVES);
      await expectOneHolderEach(world, where);
    }
    for (const storm of world.storms) await storm.more(5);
    for (const storm of world.storms) await storm.stop();
    expect(Math.max(...backMs), where).toBeLessThan(BACK_WITHIN_MS);
    await expectAllKept(world, where);
  },
);

/** Resolves with how long after the promotion both servers acknowledged again. */
async function loseAndPromote(
  { pair, storms, during, watch }: FailoverWorld,
  loss: FailoverLoss,
  waitMs: number,
) {
  const old = pair.primary;
  const told = watch();
  const back = await during(async () => {
    await lose(pair, loss);
    await sleep(waitMs);
    await pair.promote();
    const promotedAt = performance.now();
    await Promise.all(storms.map((storm) => storm.more(1)));
    return performance.now() - promotedAt;
  });
  // What comes back is yesterday's: nobody is led to it any more, and its old connections are still open.
  if (loss === 'freezes, and thaws again') await old.signal('SIGCONT');
  if (loss === 'is cut off') await old.road.behave(PASS);
  await Promise.all(storms.map((storm) => storm.more(2)));
  await told.stop();
  expect(told.slowestMs).toBeLessThan(TOLD_WITHIN_MS);
  expect([...told.statuses].filter((status) => status !== 201 && status !== 503)).toEqual([]);
  return back;
}

async function lose(pair: PostgresPair, loss: FailoverLoss): Promise<void> {
  if (loss === 'is killed') await pair.primary.signal('SIGKILL');
  else if (loss === 'is cut off') await pair.primary.road.behave({ kind: 'black hole' });
  else await pair.primary.signal('SIGSTOP');
}

/** At no time two; within seconds one again, in the database that everybody writes to. */
async function expectOneHolderEach({ duties, servers, place }: FailoverWorld, where: string): Promise<void> {
  const wanted = ['anchor', 'sequence'];
  const held = async () => {
    const names = await duties();
    expect(names, where).toEqual([...new Set(names)]);
    return wanted.filter((name) => names.some((one) => one.startsWith(name)));
  };
  await expect.poll(held, { timeout: 20_000, interval: 100 }).toEqual(wanted);
  for (const { baseUrl } of servers) {
    const ready = await fetch(`${baseUrl}/readyz`);
    expect([ready.status, await ready.json()], where).toEqual([200, { status: 'ok' }]);
  }
  const [row] = await place.query(
    'locks',
    `select count(*) as locks from pg_locks where locktype = 'advisory' and classid = 7355 and objsubid = 2 and granted`,
    [],
  );
  expect(Number(row?.locks), where).toBe(servers.length);
}

async function expectAllKept({ storms, servers, place }: FailoverWorld, where: string): Promise<void> {
  const acknowledged = storms.flatMap((storm) => storm.acknowledged);
  expect(
    storms.flatMap((storm) => storm.surprises),
    where,
  ).toEqual([]);
  expect(await findLost(servers[0]?.baseUrl ?? '', place, acknowledged), where).toEqual([]);
  expect(new Set(acknowledged.map(({ id }) => id)).size, where).toBe(acknowledged.length);
  const doubles = 'select sha256 from certificates group by sha256 having count(*) > 1';
  expect(await place.query('doubles', doubles, []), where).toEqual([]);
  const count = async (what: string) =>
    Number((await place.query(`count ${what}`, `select count(*) from ${what}`, []))[0]?.count);
  await expect.poll(() => count('log_queue'), { timeout: 20_000 }).toBe(0);
  const twice = 'select tree_size from anchors group by network, tree_size having count(*) > 1';
  expect(await place.query('paid-twice', twice, []), where).toEqual([]);
  expect(await findHalves(place), where).toEqual(NO_HALVES);
}
