/** The primary is lost while callers upload, its synchronous standby takes over, and servers know both by name. */

import { afterEach, beforeEach, test } from 'vitest';
import { openPostgresPair, type PostgresPair } from '../harness/postgres-pair.ts';
import { promotedByHand, runFailovers } from './failover-rounds.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

let pair: PostgresPair;
beforeEach(async () => {
  pair = await openPostgresPair();
});
afterEach(() => pair?.close());

test.for(FIGURES.failover.withoutProxy)(
  'P80 P82 both hosts in the address, the primary %s: nothing acknowledged is lost, halved or doubled, and no duty has two holders',
  { timeout: CHAOS_TIMEOUT_MS },
  (loss) =>
    runFailovers('both hosts in the address', loss, (random) => ({
      cluster: promotedByHand(pair, random),
      addresses: { url: pair.urlOfBoth, operatorUrl: pair.url },
    })),
);
