/** Counts each call with a key that we know, once its answer is on its way: for charts, off the caller's time. */

import type { PublicApi } from '../../http/app.ts';
import type { UsageSource, UsageStore } from './usage.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once it is known whose call it is, admitted or not. */
    use: { source: UsageSource; certificates: number } | undefined;
  }
}

export function countUsage(api: PublicApi, { usage }: { usage: UsageStore }): void {
  api.addHook('onResponse', async ({ use }, { statusCode }) => {
    if (use === undefined) return;
    usage.count(use.source, {
      requests: 1,
      [statusCode < 400 ? 'ok' : statusCode < 500 ? 'clientErrors' : 'serverErrors']: 1,
      certificates: use.certificates,
    });
  });
}
