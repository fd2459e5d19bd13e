/**
 * What happens to every request, whatever its route: the limits before it, the headers of its answer, and one line in
 * the log after it.
 */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { asOneRequest } from '../database/current-request.ts';
import type { OperatorNotes } from '../database/pg-operator-notes.ts';
import { type App, MAX_URL_BYTES } from '../http/app.ts';
import { demandBodySoon } from '../http/connection/body-deadline.ts';
import { uriTooLong } from '../http/connection/client-errors.ts';
import { followExchanges } from '../http/connection/exchanges.ts';
import { holdContinue } from '../http/connection/expect-continue.ts';
import { keepFilesApart } from '../http/connection/files-origin.ts';
import { type ConnectionLimits, limitConnections } from '../http/connection/limit-connections.ts';
import { shareHolderOf } from '../http/connection/network-of.ts';
import { openToOtherOrigins } from '../http/connection/other-origins.ts';
import { assertOneHost } from '../http/connection/request-host.ts';
import { hangUpOnStalled } from '../http/connection/stalled-readers.ts';
import { assertPlainChunks } from '../http/connection/transfer-encoding.ts';
import { noticeUnnamedProxy } from '../http/connection/unnamed-proxy.ts';
import { readStrictIntegers } from '../http/query/strict-integers.ts';
import type { Aside } from '../kernel/aside.ts';
import type { HourCounts } from '../operator/health/hour-counts.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { traceRequests } from '../telemetry/trace-requests.ts';
import type { Traces } from '../telemetry/traces.ts';
import { loggablePath } from './loggable-path.ts';
import { type ErrorPorts, sendError } from './send-error.ts';

export type EveryRequestPorts = ErrorPorts & { aside: Aside; operatorNotes: OperatorNotes };

type Watched = {
  ports: EveryRequestPorts;
  config: ConnectionLimits & { filesUrl: string | undefined };
  metrics: Metrics;
  traces: Traces | undefined;
  /** Counts by the hour how this process answered. */
  hours: HourCounts;
};

export function watchRequests(app: App, parts: Watched): void {
  const { ports, config, traces } = parts;
  limitConnections(app.server, ports, config);
  noticeUnnamedProxy(app, ports, config.trustedProxies, ({ peer, header, isNear }) => {
    const name = isNear ? 'unnamed_proxy_near' : 'unnamed_proxy_far';
    ports.aside.start('operator note', () => ports.operatorNotes.write(name, { peer, header }, ports.now()));
  });
  holdContinue(app.server);
  followExchanges(app.server);
  hangUpOnStalled(app.server);
  if (traces !== undefined) traceRequests(app, traces);
  // These hooks use callbacks, because with promises several would be created for each request.
  app.addHook('onRequest', startRequest);
  app.addHook('onRequest', (request, _reply, done) =>
    asOneRequest(shareHolderOf(request.ip), changes(request), done),
  );
  keepFilesApart(app, config.filesUrl);
  app.addHook('preValidation', readStrictIntegers);
  app.addHook('onResponse', (request, reply, done) => {
    noteRequest(parts, request, reply);
    done();
  });
  app.setErrorHandler((error, request, reply) => sendError(ports, error, request, reply));
}

/** Whether the method may ask for a change (RFC 9110 §9.2.1). */
function changes({ method }: FastifyRequest): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS';
}

function startRequest(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  describeAnswer(request, reply);
  if (request.routeOptions.config?.isUpload !== true)
    demandBodySoon(request.server.server, request.raw, reply.raw);
  if (request.url.length > MAX_URL_BYTES) throw uriTooLong();
  assertPlainChunks(request.raw, reply.raw);
  assertOneHost(request.raw);
  done();
}

/** Headers of every answer, including errors. */
export function describeAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
  openToOtherOrigins(request, reply);
}

/**
 * Writes one line for each request: caller, route, status and duration. It never contains a body, a query or a secret.
 * Requests that are refused because of an outage would all log the same failure, so they are only counted.
 */
function noteRequest({ ports, metrics, hours }: Watched, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'none';
  hours.count(reply.statusCode);
  metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  ports.logger[reply.statusCode >= 500 ? 'warn' : 'info']('request', {
    requestId: request.id,
    method: request.method,
    path: loggablePath(request.url, request.routeOptions.url),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
    ...(request.countedCall && { keyId: request.countedCall.keyId }),
  });
}
