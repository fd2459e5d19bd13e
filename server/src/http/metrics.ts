/** `/metrics` in Prometheus' text format, for a collector on this machine and nobody else. */

import type { FastifyRequest } from 'fastify';
import { nothingHere } from './errors.ts';
import type { App, World } from './server.ts';

export function metricsRoute(app: App, { pscCounters }: Pick<World, 'pscCounters'>): void {
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isFromThisMachine(request)) throw nothingHere();
    const lines = [
      '# HELP sello_psc_requests_total Requests to time-stamping providers, by what became of them.',
      '# TYPE sello_psc_requests_total counter',
      ...pscCounters
        .read()
        .map(
          ({ provider, outcome, total }) =>
            `sello_psc_requests_total{provider="${escapeLabel(provider)}",outcome="${outcome}"} ${total}`,
        ),
      '# HELP process_resident_memory_bytes Memory of this process.',
      '# TYPE process_resident_memory_bytes gauge',
      `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    ];
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${lines.join('\n')}\n`);
  });
}

/** A proxy on this machine speaks for the world: what it passes on does not count as coming from here. */
function isFromThisMachine({ raw, headers }: FastifyRequest): boolean {
  const address = raw.socket.remoteAddress ?? '';
  const isLoopback = address === '::1' || /^(?:::ffff:)?127\./.test(address);
  return isLoopback && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined;
}

function escapeLabel(text: string): string {
  return text.replace(/[\\"\n]/g, (char) => (char === '\n' ? '\\n' : `\\${char}`));
}
