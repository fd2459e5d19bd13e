/** For load balancers and operators: whether the process is alive, and whether it can certify. */

import { Type } from 'typebox';
import type { AnchorStore } from '../anchoring/ports.ts';
import type { Replica } from '../database/replica/open-replica.ts';
import type { App } from '../http/app.ts';
import type { Clock } from '../kernel/clock.ts';
import type { CosignatureStore } from '../transparency/witnesses/ports.ts';

export type HealthPorts = {
  /** Rejects unless everything needed to certify can be reached. */
  ready: () => Promise<void>;
  anchors: AnchorStore;
  cosignatures: CosignatureStore;
  /** Whether the other processes see this one. */
  isPresent: () => boolean;
  /** Undefined if none is named. */
  replica: Replica | undefined;
  now: Clock;
};

/** The process goes on serving, but others consider its unfinished requests abandoned, and it has no duties. */
const NOT_PRESENT = {
  code: 'presence_lost',
  message:
    'The other processes do not see this one: its own connection to the database is lost and is being opened again. If it stays so, look for free connections (max_connections) and for a pooler in between.',
};

/** A short delay of the replica is not a problem. */
const REPLICA_AFTER_MS = 5_000;

const OF_REPLICA = {
  behind: {
    code: 'replica_behind',
    message: 'The read replica lags behind; the database itself answers. Look at its replay and its network.',
  },
  away: {
    code: 'replica_away',
    message:
      'The read replica cannot be used; the database itself answers. Look whether it runs, and at SELLO_DATABASE_REPLICA_URL.',
  },
};

function problemOfReplica(replica: Replica | undefined) {
  if (replica === undefined) return [];
  const { state, sinceMs } = replica.standing();
  if (state === 'in use' || performance.now() - sinceMs < REPLICA_AFTER_MS) return [];
  return [OF_REPLICA[state]];
}

export function healthRoutes(app: App, ports: HealthPorts): void {
  app.get(
    '/healthz',
    { schema: { hide: true, response: { 200: Type.Object({ status: Type.Literal('ok') }) } } },
    async () => {
      return { status: 'ok' as const };
    },
  );
  app.get('/readyz', { schema: { hide: true } }, async () => {
    await ports.ready();
    // A chain or a witness that is down does not stop certifying: report it to the operator, but keep answering 200.
    const ofChains = await ports.anchors.problems(ports.now());
    const ofWitnesses = await ports.cosignatures.problems(ports.now());
    const ofProcess = [...(ports.isPresent() ? [] : [NOT_PRESENT]), ...problemOfReplica(ports.replica)];
    const problems = [...ofChains, ...ofWitnesses, ...ofProcess];
    return problems.length === 0 ? { status: 'ok' } : { status: 'ok', problems };
  });
}
