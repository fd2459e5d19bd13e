/** Three databases behind the HAProxy that operators are told to run: the primary or a standby is lost while callers upload. */

import { afterEach, beforeEach, test } from 'vitest';
import { type Haproxy, openHaproxy } from '../harness/haproxy.ts';
import { openPostgresTrio, type PostgresTrio } from '../harness/postgres-trio.ts';
import { promotedByHand, runFailovers, runStandbyLosses } from './failover-rounds.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

let trio: PostgresTrio;
let haproxy: Haproxy;
beforeEach(async () => {
  trio = await openPostgresTrio();
  haproxy = await openHaproxy(trio.addresses);
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
  (loss) => runStandbyLosses('behind HAProxy', loss, trio, addresses()),
);
