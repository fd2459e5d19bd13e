/** The back end of the member's own page: a cookie of its own, JSON in and out, changes only from our own pages. */

import type { App } from '../../http/app.ts';
import { assertOwnOrigin } from '../../http/own-origin.ts';
import { refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { mayAnswer, usualRefusals } from '../../http/unpublished-routes.ts';
import { demandMember } from './entrance/member-session.ts';
import { type EntranceRoutePorts, entranceRoutes } from './entrance/routes.ts';
import { ownReadRoutes, type ReadRoutePorts } from './routes-read.ts';
import { ownReportRoutes, type ReportRoutePorts } from './routes-reports.ts';
import { ownWriteRoutes } from './routes-write.ts';

export type OwnPagePorts = EntranceRoutePorts & ReadRoutePorts & ReportRoutePorts;

export function ownPageRoutes(app: App, ports: OwnPagePorts, site: Site): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
    mayAnswer(route, usualRefusals(route));
  });
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    assertOwnOrigin(request, site.baseUrl);
  });
  entranceRoutes(app, ports, site);
  app.register(async (inside: App) => {
    demandMember(inside, ports, site);
    inside.addHook('onRoute', (route) => mayAnswer(route, refusals(401)));
    ownReadRoutes(inside, ports, site);
    ownWriteRoutes(inside, ports, site);
    ownReportRoutes(inside, ports);
  });
}
