/** For balancers and operators: is the process alive, and can it do its work? */

import { Type } from 'typebox';
import type { AnchorStore } from '../anchoring/ports.ts';
import type { App } from '../http/app.ts';
import type { Clock } from '../kernel/clock.ts';

export type HealthPorts = {
  /** Rejects unless everything that certifying needs can be reached. */
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
    // A chain that is away, or that nobody looks after, keeps nobody from certifying: the operator is told, the balancer is not alarmed.
    const problems = await ports.anchors.problems(ports.now());
    return problems.length === 0 ? { status: 'ok' } : { status: 'ok', problems };
  });
}
