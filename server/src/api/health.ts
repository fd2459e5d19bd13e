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
  now: Clock;
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
    const problems = [...ofChains, ...ofWitnesses];
    return problems.length === 0 ? { status: 'ok' } : { status: 'ok', problems };
  });
}
