/** The primary, or one of two standbys, is lost while callers upload, and servers know every database by name. */

import { test } from 'vitest';
import { openPostgresPair } from '../harness/postgres-pair.ts';
import { openPostgresTrio } from '../harness/postgres-trio.ts';
import { promotedByHand, runFailovers, runStandbyLosses } from './failover-rounds.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

test.for(FIGURES.failover.withoutProxy)(
  'P80 P82 both hosts in the address, the primary %s: nothing acknowledged is lost, halved or doubled, and no duty has two holders',
  { timeout: CHAOS_TIMEOUT_MS },
  async (loss) => {
    const pair = await openPostgresPair();
    try {
      await runFailovers('both hosts in the address', loss, (random) => ({
        cluster: promotedByHand(pair, random),
        addresses: { url: pair.urlOfBoth, operatorUrl: pair.url },
      }));
    } finally {
      await pair.close();
    }
  },
);

test.for(FIGURES.failover.standbyLosses)(
  'P80 three hosts in the address, one of two standbys %s: every upload goes on',
  { timeout: CHAOS_TIMEOUT_MS },
  async (loss) => {
    const trio = await openPostgresTrio();
    try {
      const addresses = { url: trio.urlOfAll, operatorUrl: trio.urlOfAll };
      await runStandbyLosses('three hosts in the address', loss, trio, addresses);
    } finally {
      await trio.close();
    }
  },
);
