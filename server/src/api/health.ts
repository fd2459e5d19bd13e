/** For load balancers and operators: whether the process is alive, and whether it can certify. */

import { Type } from 'typebox';
import type { AnchorStore } from '../anchoring/ports.ts';
import type { App } from '../http/app.ts';
import type { Clock } from '../kernel/clock.ts';

export type HealthPorts = {
  /** Rejects unless everything needed to certify can be reached. */
  ready: () => Promise<void>;
  anchors: AnchorStore;
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
    // A chain that is down or unattended does not stop certifying: report it to the operator, but keep answering 200.
    const problems = await ports.anchors.problems(ports.now());
    return problems.length === 0 ? { status: 'ok' } : { status: 'ok', problems };
  });
}
