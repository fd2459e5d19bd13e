/** Puts the HTTP side together: routes, and what holds for all of them. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import { CertificateSchema } from '../certificates/certificate-record.ts';
import { certificateRoutes } from '../certificates/routes-v1.ts';
import { certifyRoute } from '../certificates/routes-v1-certify.ts';
import { keepBodiesAsStreams } from '../certificates/upload/certify-upload.ts';
import { answerParserErrors, followRequests, uriTooLong } from '../http/client-errors.ts';
import { methodNotAllowed, nothingHere, STATUS, toAnswer, toAppError } from '../http/errors.ts';
import { holdContinue } from '../http/expect-continue.ts';
import { assertOneHost } from '../http/host-header.ts';
import { lingerAfterEarlyAnswer } from '../http/linger.ts';
import { assetRoutes, type WebAssets } from '../http/pages/web-assets.ts';
import { isPersonLost, sendWrongAddress } from '../http/pages/wrong-address-page.ts';
import { watchRoutes } from '../http/route-table.ts';
import { ErrorSchema } from '../http/schema.ts';
import { readStrictIntegers } from '../http/strict-integers.ts';
import { demandScopes, tellLimits } from '../keys/guards.ts';
import { countUsage } from '../keys/usage/count-usage.ts';
import { publicPageRoutes } from '../proofs/public-page/routes-public.ts';
import { fileRoutes } from '../proofs/routes-files.ts';
import { proofRoutes } from '../proofs/routes-v1.ts';
import { verifyPageRoute } from '../proofs/verify-page/routes-public.ts';
import type { Config } from '../settings.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { metricsRoute } from '../telemetry/routes-public.ts';
import { traceRequests } from '../telemetry/trace-requests.ts';
import type { Traces } from '../telemetry/traces.ts';
import type { EmbeddedAuthority } from '../timestamps/authority/authority.ts';
import { tsaRoute } from '../timestamps/authority/routes-public.ts';
import { logRoutes } from '../transparency/routes-public.ts';
import type { LogIdentity } from '../transparency/sequence-log.ts';
import type { Ports } from '../wire.ts';
import { dashboardRoutes } from './dashboard.ts';
import { dashboardPage } from './dashboard-page.ts';
import { docsPage } from './docs-page.ts';
import { healthRoutes } from './health.ts';
import { describeRoutes, openapiRoute } from './openapi.ts';

/** What the routes work with. */
export type World = {
  ports: Ports;
  config: Config;
  authority: EmbeddedAuthority;
  identity: LogIdentity;
  metrics: Metrics;
  traces: Traces | undefined;
  assets: WebAssets;
};

export type App = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The part of the app below /api/public/v1. */
export type PublicApi = App;

export const MAX_URL_BYTES = 8 * 1024;
const MAX_HEADER_BYTES = 32 * 1024;

export async function buildServer(world: World): Promise<App> {
  const { ports } = world;
  const app: App = Fastify({
    logger: false,
    genReqId: () => ports.requestId(),
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: 5_000,
      headersTimeout: 15_000,
      // `assertOneHost` looks at it instead, and answers in our own two fields.
      requireHostHeader: false,
    },
    // 50 MB over a slow line in Mexico takes minutes; a quarter of an hour is the longest honest upload.
    requestTimeout: 15 * 60_000,
    keepAliveTimeout: 65_000,
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 1_024 },
    ajv: {
      customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false, allErrors: false },
    },
    // A body may hold any field; those that we do not know are left out, these before they can do harm.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    clientErrorHandler: answerParserErrors(ports),
    // What the router refuses before any hook has run, such as an address with a broken percent sign.
    frameworkErrors: (error, request, reply) => {
      describeAnswer(request, reply);
      return void sendError(world, error, request, reply);
    },
    return503OnClosing: false,
    // Without a proxy that the operator named, the caller's own word for its address counts for nothing.
    trustProxy: world.config.trustedProxies.length > 0 && [...world.config.trustedProxies],
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.addSchema(ErrorSchema);
  app.addSchema(CertificateSchema);
  app.decorateRequest('countedCall', undefined);
  app.decorateRequest('use', undefined);
  const allowedMethods = watchRoutes(app);
  holdContinue(app.server);
  followRequests(app.server);
  if (world.traces !== undefined) traceRequests(app, world.traces);
  app.addHook('onRequest', startRequest);
  app.addHook('preValidation', readStrictIntegers);
  app.addHook('onResponse', async (request, reply) => noteRequest(world, request, reply));
  app.setErrorHandler((error, request, reply) => sendError(world, error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedMethods(request.url);
    if (allowed.length > 0) throw methodNotAllowed(request.method, allowed);
    if (isPersonLost(request)) return sendWrongAddress(world, request, reply);
    throw nothingHere();
  });

  await describeRoutes(app, world);
  await app.register(async (api: PublicApi) => publicApi(api, world), { prefix: '/api/public/v1' });
  await app.register(async (part: App) => dashboardRoutes(part, world), { prefix: '/api/dashboard' });
  await app.register(async (part: App) => logRoutes(part, world), { prefix: '/log' });
  fileRoutes(app, world);
  assetRoutes(app, world);
  dashboardPage(app, world);
  docsPage(app, world);
  publicPageRoutes(app, world);
  verifyPageRoute(app, world);
  healthRoutes(app, world);
  metricsRoute(app, world);
  await app.register(async (part: App) => tsaRoute(part, world));
  await app.ready();
  return app;
}

function publicApi(api: PublicApi, world: World): void {
  demandScopes(api);
  keepBodiesAsStreams(api);
  countUsage(api, world.ports);
  certifyRoute(api, world);
  certificateRoutes(api, world);
  proofRoutes(api, world);
  openapiRoute(api);
}

async function startRequest(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  describeAnswer(request, reply);
  if (request.url.length > MAX_URL_BYTES) throw uriTooLong();
  assertOneHost(request.raw);
}

/** What every answer carries, good or bad. */
function describeAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  reply.header('x-content-type-options', 'nosniff');
}

async function sendError(world: World, thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { ports } = world;
  const error = toAppError(thrown);
  if (STATUS[error.code] >= 500) {
    ports.logger.error('request.failed', { requestId: request.id, error: error.code, cause: error.cause });
    await giveBack(world, request, reply);
  }
  const { status, headers, body } = toAnswer(error, request.headers['accept-language']);
  lingerAfterEarlyAnswer(request.raw, reply.raw);
  return reply.code(status).headers(headers).serializer(JSON.stringify).send(body);
}

/** Our own failure costs the caller nothing: the call leaves the minute and the month again. */
async function giveBack({ ports }: World, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const call = request.countedCall;
  if (call === undefined) return;
  request.countedCall = undefined;
  await ports.untilDone('give call back', async () => {
    const limits = await ports.access.giveBack(call, ports.now());
    if (limits !== undefined && !reply.sent) tellLimits(reply, limits, ports.now());
  });
}

/** One line per request: who, what, how it ended, how long it took. Never a body, a query or a secret. */
function noteRequest({ ports, metrics }: World, request: FastifyRequest, reply: FastifyReply): void {
  const route = request.routeOptions.url ?? 'none';
  metrics.countRequest(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
  ports.logger.info('request', {
    requestId: request.id,
    method: request.method,
    path: withoutSecrets(request.url.split('?', 1)[0] ?? '').slice(0, 200),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    ip: request.ip,
    ...(request.countedCall && { keyId: request.countedCall.keyId }),
  });
}

/** Somebody may have put a key where an id belongs. */
function withoutSecrets(path: string): string {
  return path.replace(/(_(?:live|test)_)[0-9A-Za-z]{20,}/g, '$1…');
}
