/** Ten minutes without a service that Sello needs. Calls fail during the outage, and nothing else is lost. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { findHalves, NO_HALVES } from '../harness/find-halves.ts';
import {
  growthOf,
  type OutageLoad,
  type OutageWatch,
  quantile,
  startOutageLoad,
  startOutageWatch,
  startWatchedSello,
  type WatchedSello,
} from '../harness/outage-load.ts';
import { OUTAGES, type OutagePlace } from '../harness/outage-places.ts';
import { findLost } from '../harness/upload-storm.ts';
import { OUTAGE_MS, SLACK_MS } from './figures.ts';

const LOG_BYTES = 1_000_000;
/**
 * How much used memory may grow in three quarters of the time. If each of some 26,000 refused calls left a kilobyte
 * behind, it would grow more.
 */
const GROWTH_BYTES = 16 * 2 ** 20;
/** How much resident memory may grow, which includes garbage: five minutes without the bucket left 63 MB of garbage. */
const RESIDENT_GROWTH_BYTES = 128 * 2 ** 20;
const HEALTH_MS = 100;
/**
 * A limit grows by this many times what a bare server takes: an answer needs several processes, and each may wait for
 * the processor.
 */
const SEVERAL = 5;
const DRAINED_WITHIN_MS = 60_000;
/** The connections of the pool, the presence connection and the probes; of each kind one more may just be ending. */
const SESSIONS = 8 + 1 + 4;

let place: OutagePlace | undefined;
let server: WatchedSello | undefined;
let load: OutageLoad | undefined;
let watch: OutageWatch | undefined;
afterEach(async () => {
  await watch?.stop();
  await place?.end().catch(() => {});
  await load?.stop();
  await server?.close();
  await place?.close();
  place = server = load = watch = undefined;
});

test.for(OUTAGES)(
  'P121 $what is unreachable for ten minutes: $refusal',
  {
    timeout: OUTAGE_MS + 20 * 60_000,
  },
  async ({ what, open, refusal, withinMs }) => {
    place = await open();
    server = await startWatchedSello(place.env);
    load = startOutageLoad(server.baseUrl, place.key);
    const { acknowledged } = load;
    await expect.poll(() => acknowledged.length, { timeout: 120_000 }).toBeGreaterThan(20);
    await place.beforehand?.(server);

    const logBefore = await server.logBytes();
    await place.begin();
    load.forget();
    const before = acknowledged.length;
    watch = startOutageWatch(server, place.sessions);
    const warm = sleep(OUTAGE_MS / 4).then(server.memoryInUse);
    await place.meanwhile(server, OUTAGE_MS);
    const grown = (await server.memoryInUse()) - (await warm);
    await watch.stop();
    const answers = new Map(load.answers);
    const during = acknowledged.length - before;
    const { tookMs } = load;
    const logBytes = (await server.logBytes()) - logBefore;
    const { healthMs, bareMs, unhealthy, residentBytes, sessions } = watch;
    const figures = {
      minutes: OUTAGE_MS / 60_000,
      answers: Object.fromEntries(answers),
      acknowledgedMeanwhile: during,
      answerMs: spread(tookMs),
      logBytes,
      growthMb: Math.round((10 * grown) / 2 ** 20) / 10,
      residentGrowthMb: Math.round(growthOf(residentBytes) / 2 ** 20),
      healthzMs: spread(healthMs),
      bareServerMs: spread(bareMs),
      mostSessions: Math.max(0, ...sessions),
    };
    console.info(`outage of ${what}: ${JSON.stringify(figures)}`);

    // Calls with 201 were answered before the fault began, or were under way then.
    const refused = [...answers].filter(([answer]) => !answer.startsWith('201'));
    if (refusal === 'none') expect(refused).toEqual([]);
    else for (const [answer] of refused) expect(answer).toMatch(refusal);
    if (refusal !== 'none') expect(refused.length).toBeGreaterThan(0);
    // The machine may be busy with other work, so the limits grow with the time that a bare server took at the same
    // moments.
    expect(quantile(tookMs, 0.99)).toBeLessThan(withinMs + SLACK_MS + SEVERAL * quantile(bareMs, 0.99));
    expect(quantile(tookMs, 1)).toBeLessThan(withinMs + SLACK_MS + SEVERAL * quantile(bareMs, 1));
    expect(unhealthy).toBe(0);
    expect(quantile(healthMs, 0.5)).toBeLessThan(HEALTH_MS);
    expect(quantile(healthMs, 0.99)).toBeLessThan(HEALTH_MS + SEVERAL * quantile(bareMs, 0.99));
    // While writes work, the log has its usual line for each of them, and may grow.
    if (refusal !== 'none') expect(logBytes).toBeLessThan(LOG_BYTES);
    expect(grown).toBeLessThan(GROWTH_BYTES);
    expect(growthOf(residentBytes)).toBeLessThan(RESIDENT_GROWTH_BYTES);
    expect(Math.max(0, ...sessions)).toBeLessThanOrEqual(SESSIONS);

    await place.end();
    await load.finish(DRAINED_WITHIN_MS);
    const examined = place;
    await expect.poll(() => examined.undrained(), { timeout: DRAINED_WITHIN_MS }).toEqual(examined.drained);
    expect(await findLost(server.baseUrl, place, acknowledged)).toEqual([]);
    expect(await findHalves(place)).toEqual(NO_HALVES);
    await place.afterwards?.(server);
  },
);

function spread(samples: readonly number[]) {
  const [median, p99, most] = [0.5, 0.99, 1].map((share) => Math.round(quantile(samples, share)));
  return { median, p99, most };
}
