/** Three databases behind the HAProxy that operators are told to run: the primary or a standby is lost while callers upload. */

import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFailoverWorld } from '../harness/failover-world.ts';
import { type Haproxy, openHaproxy } from '../harness/haproxy.ts';
import { openPostgresTrio, type PostgresTrio } from '../harness/postgres-trio.ts';
import { seededRandom } from '../harness/seeded-random.ts';
import { expectAllKept, expectOneHolderEach, promotedByHand, runFailovers } from './failover-rounds.ts';
import { CHAOS_TIMEOUT_MS, FIGURES, SLACK_MS } from './figures.ts';

const TOLD_WITHIN_MS = 2_000 + SLACK_MS;

let trio: PostgresTrio;
let haproxy: Haproxy;
beforeEach(async () => {
  trio = await openPostgresTrio();
  haproxy = await openHaproxy(trio.ports);
});
afterEach(async () => {
  await haproxy?.close();
  await trio?.close();
});

const addresses = () => ({ url: haproxy.url, operatorUrl: haproxy.url });

test.for(FIGURES.failover.behindProxy)(
  'P80 P82 behind HAProxy, the primary %s: nothing acknowledged is lost, halved or doubled, and no duty has two holders',
  { timeout: CHAOS_TIMEOUT_MS },
  (loss) =>
    runFailovers('behind HAProxy', loss, (random) => ({
      cluster: promotedByHand(trio, random),
      addresses: addresses(),
    })),
);

test.for(FIGURES.failover.standbyLosses)(
  'P80 behind HAProxy, one of two standbys %s: every upload goes on',
  { timeout: CHAOS_TIMEOUT_MS },
  async (loss) => {
    const random = seededRandom();
    const where = `SELLO_TEST_SEED=${random.seed}`;
    const { rounds, uploads, concurrency } = FIGURES.failover;
    const world = await openFailoverWorld(addresses(), concurrency, random);
    try {
      for (let round = 1; round <= rounds; round += 1) {
        if (round > 1) await trio.renew();
        const told = world.watch();
        for (const storm of world.storms) await storm.more(1 + random.below(uploads));
        const lost = trio.standbys[random.below(2)];
        await lost?.signal(loss === 'is killed' ? 'SIGKILL' : 'SIGSTOP');
        for (const storm of world.storms) await storm.more(uploads);
        await lost?.signal('SIGCONT');
        await told.stop();
        expect([[...told.uploads.keys()], [...told.lists.keys()]], where).toEqual([[201], [200]]);
        expect(told.slowestMs, where).toBeLessThan(TOLD_WITHIN_MS);
        await expectOneHolderEach(world, where);
      }
      for (const caller of [...world.storms, world.limited]) await caller.stop();
      await expectAllKept(world, where);
    } finally {
      await world.close();
    }
  },
);
