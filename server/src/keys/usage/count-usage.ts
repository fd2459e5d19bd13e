/** Counts each call with a known key for the charts, after the response, so that the caller does not wait. */

import type { PublicApi } from '../../http/app.ts';
import type { UsageSource, UsageStore } from './usage.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the caller is known, admitted or not. */
    use: { source: UsageSource; certificates: number } | undefined;
  }
}

export function countUsage(api: PublicApi, { usage }: { usage: UsageStore }): void {
  api.addHook('onResponse', ({ use }, { statusCode }, done) => {
    if (use !== undefined) {
      usage.count(use.source, {
        requests: 1,
        [statusCode < 400 ? 'ok' : statusCode < 500 ? 'clientErrors' : 'serverErrors']: 1,
        certificates: use.certificates,
      });
    }
    done();
  });
}
