/** `/metrics` in Prometheus' text format, for a collector on this machine only. */

import type { FastifyRequest } from 'fastify';
import type { App } from '../http/app.ts';
import { nothingHere } from '../http/errors.ts';
import type { Metrics } from './metrics.ts';

export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

export function metricsRoute(app: App, metrics: Metrics): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isFromThisMachine(request)) throw nothingHere();
    return reply.type(METRICS_TYPE).send(await metrics.read());
  });
}

/**
 * Whether a request comes from this machine. A request that a proxy on this machine forwards comes from elsewhere and
 * must not pass as local.
 */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address);
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}
