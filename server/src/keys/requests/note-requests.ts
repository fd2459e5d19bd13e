/** Notes each request with a known key after it was answered, so that the caller does not wait for this. */

import type { PublicApi } from '../../http/app.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ErrorCode } from '../../kernel/errors.ts';
import type { AnsweredRequests } from './answered-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error code of the refusal. */
    refusedWith: ErrorCode | undefined;
  }
}

type Ports = { answeredRequests: Pick<AnsweredRequests, 'note'>; now: Clock };

/** `pathOf` returns the path as it may be stored. */
export function noteRequests(
  api: PublicApi,
  { answeredRequests, now }: Ports,
  pathOf: (url: string, route: string | undefined) => string,
): void {
  api.addHook('onResponse', (request, reply, done) => {
    if (request.use !== undefined) {
      const { accountId, keyId, livemode } = request.use.source;
      answeredRequests.note({
        id: request.id,
        accountId,
        keyId,
        livemode,
        at: now(),
        method: request.method,
        path: pathOf(request.url, request.routeOptions.url),
        status: reply.statusCode,
        error: request.refusedWith,
        ms: Math.round(reply.elapsedTime),
      });
    }
    done();
  });
}
