/** Assembles the HTTP server: its routes, and the hooks that run for all of them. */

import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import Fastify from 'fastify';
import { CertificateSchema } from '../certificates/certificate-record.ts';
import { makeFindOriginal } from '../certificates/read-certificates.ts';
import { type FileRoutePorts, fileRoutes } from '../files/routes-public.ts';
import { type App, MAX_HEADER_BYTES, type PublicApi } from '../http/app.ts';
import { countHeldBytes, UNCOUNTED_BYTES } from '../http/bodies/held-body.ts';
import { answerParserErrors } from '../http/connection/client-errors.ts';
import type { ConnectionLimits } from '../http/connection/limit-connections.ts';
import { answerPreflight, isPreflight } from '../http/connection/other-origins.ts';
import { toOriginForm } from '../http/connection/request-host.ts';
import { countRunningRequests, type RunningLimits } from '../http/connection/running-requests.ts';
import { methodNotAllowed, nothingHere, trailingSlash } from '../http/errors.ts';
import { assetRoutes, type WebAssets } from '../http/pages/web-assets.ts';
import { watchRoutes } from '../http/route-table.ts';
import { ErrorSchema } from '../http/schema.ts';
import { shareExports } from '../http/send-download.ts';
import { limitStrangers, type StrangerLimits } from '../http/strangers/limit-strangers.ts';
import { versionNumber } from '../kernel/version-number.ts';
import { type BadgeRoutePorts, badgeRoutes } from '../memberships/badges/routes-public.ts';
import { drawPageRoutes } from '../memberships/draws/public-page/routes-public.ts';
import { deskShell } from '../memberships/organizers/desk/page.ts';
import { ownPageShell } from '../memberships/own-page/page.ts';
import { memberPageRoutes } from '../memberships/public-page/routes-public.ts';
import { watchMailRoutes } from '../memberships/watches/mail/routes-public.ts';
import { OWN_PAGE } from '../operations/doors/member.ts';
import { OPERATOR_API } from '../operations/doors/operator.ts';
import { DESK } from '../operations/doors/organizer.ts';
import { type HourCounts, makeHourCounts } from '../operator/health/hour-counts.ts';
import { type BackChannelPorts, backChannelRoute } from '../people/sso/routes-public.ts';
import { type AsicRoutePorts, asicRoute } from '../proofs/asic/routes-public.ts';
import { type CourtRoutePorts, courtRoutes } from '../proofs/court-package/routes-public.ts';
import {
  type PublicPageRoutePorts,
  type PublicPageSettings,
  publicPageRoutes,
} from '../proofs/public-page/routes-public.ts';
import { verifyPageRoute } from '../proofs/verify-page/routes-public.ts';
import { verifierRoutes } from '../proofs/verify-page/verifier-routes.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { metricsRoute } from '../telemetry/routes-public.ts';
import type { Traces } from '../telemetry/traces.ts';
import type { EmbeddedAuthority } from '../timestamps/authority/authority.ts';
import { tsaRoute } from '../timestamps/authority/routes-public.ts';
import type { TimestampsSettings } from '../timestamps/settings.ts';
import { type LogRoutePorts, logRoutes } from '../transparency/routes-public.ts';
import type { LogIdentity } from '../transparency/sequence-log.ts';
import type { WebhooksSettings } from '../webhooks/settings.ts';
import { type DashboardPorts, type DashboardSettings, dashboardRoutes } from './dashboard.ts';
import { dashboardPage } from './dashboard-page.ts';
import { type DeskPorts, deskApi } from './desk.ts';
import { describeAnswer, type EveryRequestPorts, watchRequests } from './every-request.ts';
import { frontPageRoute } from './front-page/routes-public.ts';
import { changesRoutes } from './guides/changes-routes.ts';
import { formatRoutes } from './guides/format-routes.ts';
import { guideRoutes } from './guides/routes-public.ts';
import { sdkRoutes } from './guides/sdk-routes.ts';
import { type HealthPorts, healthRoutes } from './health.ts';
import { lazySchemas, type SchemaController } from './lazy-schemas.ts';
import { describeRoutes } from './openapi.ts';
import { type OperatorPorts, type OperatorSettings, operatorRoutes } from './operator.ts';
import { type OwnPagePorts, ownPageApi } from './own-page.ts';
import { isApiSlash, type PublicApiPorts, publicApi } from './public-api.ts';
import { referenceRoutes } from './reference/routes-public.ts';
import { tryPage } from './reference/try-page.ts';
import { sendError } from './send-error.ts';
import { isPersonLost, sendWrongAddress } from './wrong-address-page.ts';

/** The ports of all routes, and those used for every request. */
type ApiPorts = PublicApiPorts &
  BackChannelPorts &
  BadgeRoutePorts &
  Omit<FileRoutePorts, 'findOriginal'> &
  PublicPageRoutePorts &
  AsicRoutePorts &
  CourtRoutePorts &
  LogRoutePorts &
  DashboardPorts &
  Omit<OperatorPorts, 'metrics' | 'hours' | 'version'> &
  OwnPagePorts &
  DeskPorts &
  HealthPorts &
  EveryRequestPorts & {
    requestId: () => string;
  };

type ApiSettings = Omit<PublicPageSettings, 'identity' | 'verifyPage'> &
  DashboardSettings &
  OperatorSettings &
  StrangerLimits &
  ConnectionLimits &
  RunningLimits &
  WebhooksSettings &
  Pick<TimestampsSettings, 'tsaPublic'>;

type ServerParts = {
  ports: ApiPorts;
  config: ApiSettings;
  authority: EmbeddedAuthority;
  identity: LogIdentity;
  metrics: Metrics;
  traces: Traces | undefined;
  assets: WebAssets;
};

/** `hours` counts by the hour how this process answered. */
type Serving = ServerParts & { hours: HourCounts };

/** `schemas` decides when schemas are compiled. */
export async function buildServer(parts: ServerParts, schemas = lazySchemas()): Promise<App> {
  const app = createApp(parts, schemas);
  const allowedMethods = watchRoutes(app);
  const serving = { ...parts, hours: makeHourCounts(parts.ports.now) };
  watchRequests(app, serving);
  // When the server stops, callers who wait for a shared stamp get it now.
  app.addHook('preClose', async () => parts.ports.stampWindows.end());
  app.setNotFoundHandler((request, reply) => {
    if (isPreflight(request)) return answerPreflight(reply);
    const allowed = allowedMethods(request.url);
    if (allowed.length > 0) throw methodNotAllowed(request.method, allowed);
    if (isApiSlash(request.url) && allowedMethods(withoutSlash(request.url)).length > 0)
      throw trailingSlash(request.url);
    if (isPersonLost(request)) return sendWrongAddress(parts.config, parts.assets, request, reply);
    throw nothingHere();
  });
  await addRoutes(app, serving);
  await app.ready();
  return app;
}

function createApp({ ports, config }: ServerParts, schemaController: SchemaController): App {
  const app: App = Fastify({
    logger: false,
    genReqId: () => ports.requestId(),
    http: {
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: 5_000,
      headersTimeout: 15_000,
      // Node's own check is off, because `assertOneHost` checks the header and refuses with our two error fields.
      requireHostHeader: false,
    },
    // Sending 50 MB over a slow line in Mexico takes minutes, and no honest upload takes longer than a quarter of an
    // hour. All other bodies must arrive within seconds; see `demandBodySoon`.
    requestTimeout: 15 * 60_000,
    keepAliveTimeout: 65_000,
    // This limit applies only to routes that are not operations: operations read their bodies themselves.
    bodyLimit: UNCOUNTED_BYTES,
    routerOptions: { maxParamLength: 1_024 },
    schemaController,
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: false,
        // With this, validation errors carry the schema that refused the value, so that the message can list the known
        // names.
        verbose: true,
      },
    },
    // Unknown fields are ignored, but these two could change the prototypes of objects, so they are removed first.
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    clientErrorHandler: answerParserErrors(ports),
    // The router refuses some requests before any hook runs, such as one whose address has a broken percent escape.
    frameworkErrors: (error, request, reply) => {
      describeAnswer(request, reply);
      return void sendError(ports, error, request, reply);
    },
    return503OnClosing: false,
    rewriteUrl: toOriginForm,
    // Unless the operator named a proxy, X-Forwarded-For contains only what the caller claims, so it is ignored.
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
  }).withTypeProvider<TypeBoxTypeProvider>();

  app.addSchema(ErrorSchema);
  app.addSchema(CertificateSchema);
  app.decorateRequest('countedCall', undefined);
  app.decorateRequest('use', undefined);
  app.decorateRequest('refusedWith', undefined);
  app.decorateRequest('heldContentType', '');
  countHeldBytes(app);
  countRunningRequests(app, config);
  shareExports(app);
  return app;
}

async function addRoutes(app: App, parts: Serving): Promise<void> {
  const { ports, config, identity, metrics, assets, hours } = parts;
  const operated = { ...ports, metrics, hours, version: versionNumber() };
  const proofSite = { ...config, identity, verifyPage: assets.verifiers.page };
  await describeRoutes(app, config);
  await app.register(async (api: PublicApi) => publicApi(api, ports, proofSite), {
    prefix: '/api/public/v1',
  });
  await app.register(async (part: App) => dashboardRoutes(part, ports, proofSite), {
    prefix: '/api/dashboard',
  });
  await app.register(async (part: App) => operatorRoutes(part, operated, config), { prefix: OPERATOR_API });
  await app.register(async (part: App) => ownPageApi(part, ports, config), { prefix: OWN_PAGE });
  await app.register(async (part: App) => deskApi(part, ports, config), { prefix: DESK });
  await app.register(async (part: App) => routesForStrangers(part, parts));
  assetRoutes(app, assets);
  dashboardPage(app, ports, config, assets);
  referenceRoutes(app, config, assets);
  tryPage(app, ports, config, assets);
  guideRoutes(app, config, assets);
  formatRoutes(app, config, assets);
  changesRoutes(app, config, assets);
  sdkRoutes(app, config, assets);
  healthRoutes(app, ports);
  metricsRoute(app, metrics);
}

/** These addresses need no key, so requests are limited per network. */
async function routesForStrangers(app: App, parts: ServerParts): Promise<void> {
  const { config, authority, identity, assets } = parts;
  const ports = { ...parts.ports, ...parts.ports.publicReads };
  limitStrangers(app, ports, config);
  await app.register(async (part: App) => logRoutes(part, ports, identity), { prefix: '/log' });
  await app.register(async (part: App) => backChannelRoute(part, parts.ports));
  fileRoutes(app, { ...ports, findOriginal: makeFindOriginal(ports) });
  asicRoute(app, ports);
  courtRoutes(app, ports, { ...config, identity, verifyPage: assets.verifiers.page });
  publicPageRoutes(app, ports, { ...config, identity, verifyPage: assets.verifiers.page }, assets);
  frontPageRoute(app, ports, config, assets);
  verifyPageRoute(app, config, assets);
  verifierRoutes(app, assets.verifiers);
  badgeRoutes(app, ports, config, assets);
  watchMailRoutes(app, ports, config, assets);
  drawPageRoutes(app, { query: ports.records.query }, config, assets);
  memberPageRoutes(app, { ...ports, query: ports.records.query }, config, assets);
  ownPageShell(app, ports, config, assets);
  deskShell(app, ports, config, assets);
  if (config.tsaPublic) await app.register(async (part: App) => tsaRoute(part, ports, authority));
}

function withoutSlash(url: string): string {
  return url.replace(/(?<!\/)\/+(\?.*)?$/, '');
}
