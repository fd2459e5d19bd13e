/** One span per request, from its first byte to the last of its answer. */

import type { App } from '../http/app.ts';
import type { Traces } from './traces.ts';

declare module 'fastify' {
  interface FastifyRequest {
    endTrace: ((status: number) => void) | undefined;
  }
}

export function traceRequests(app: App, traces: Traces): void {
  app.decorateRequest('endTrace', undefined);
  app.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const traced = {
      id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      traceParent: typeof traceparent === 'string' ? traceparent : undefined,
    };
    request.endTrace = traces.begin(traced, done);
  });
  app.addHook('onResponse', async (request, reply) => request.endTrace?.(reply.statusCode));
}
