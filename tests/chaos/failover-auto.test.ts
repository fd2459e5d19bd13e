/** The primary is lost, and no operator promotes a standby: pg_auto_failover does. Only with full figures. */

import { afterEach, beforeEach, test } from 'vitest';
import { type AutoFailover, openAutoFailover } from '../harness/auto-failover.ts';
import { type Haproxy, openHaproxy } from '../harness/haproxy.ts';
import { type FailoverCluster, runFailovers } from './failover-rounds.ts';
import { CHAOS_TIMEOUT_MS } from './figures.ts';

let servers: AutoFailover;
let haproxy: Haproxy;
beforeEach(async () => {
  servers = await openAutoFailover();
  haproxy = await openHaproxy(servers.addresses);
}, CHAOS_TIMEOUT_MS);
afterEach(async () => {
  await haproxy?.close();
  await servers?.close();
});

const cluster: FailoverCluster = {
  lose: (loss) => servers.lose(loss),
  takeOver: () => servers.takenOver(),
  comeBack: () => servers.comeBack(),
  renew: () => servers.healed(),
};

const ROADS = {
  'behind HAProxy': () => haproxy.url,
  'three hosts in the address': () => servers.urlOfAll,
};
const LOSSES = ['is killed', 'freezes, and thaws again', 'is cut off'] as const;
const CASES = (Object.keys(ROADS) as (keyof typeof ROADS)[]).flatMap((road) =>
  LOSSES.map((loss) => [road, loss] as const),
);

test.for(CASES)(
  'P80 P82 with pg_auto_failover, %s, the primary %s: nothing acknowledged is lost, halved or doubled, and no duty has two holders',
  { timeout: CHAOS_TIMEOUT_MS },
  ([road, loss]) =>
    runFailovers(`with pg_auto_failover, ${road}`, loss, () => ({
      cluster,
      addresses: { url: ROADS[road](), operatorUrl: haproxy.url },
    })),
);
