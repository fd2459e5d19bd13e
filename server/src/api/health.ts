/** For balancers and operators: is the process alive, and can it do its work? */

import { Type } from 'typebox';
import type { App, World } from './server.ts';

export function healthRoutes(app: App, { ports }: World): void {
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
