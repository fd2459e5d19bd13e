/** For load balancers and operators: whether the process is alive, and whether it can certify. */

import { Type } from 'typebox';
import type { AnchorStore } from '../anchoring/ports.ts';
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
  now: Clock;
};

/** It goes on serving; but others take its unfinished requests for abandoned, and it has no duty. */
const NOT_PRESENT = {
  code: 'presence_lost',
  message:
    'The other processes do not see this one: its own connection to the database is lost and is being opened again. If it stays so, look for free connections (max_connections) and for a pooler in between.',
};

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
    const problems = [...ofChains, ...ofWitnesses, ...(ports.isPresent() ? [] : [NOT_PRESENT])];
    return problems.length === 0 ? { status: 'ok' } : { status: 'ok', problems };
  });
}
