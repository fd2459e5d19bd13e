/** The dashboard's back end: a session cookie, JSON in and out, changes only from our own pages. */

import { auditRoutes } from '../audit/routes-dashboard.ts';
import { certificateRoutes } from '../certificates/routes-dashboard.ts';
import { assertOwnOrigin } from '../http/own-origin.ts';
import { keyRoutes } from '../keys/routes-dashboard.ts';
import { usageRoutes } from '../keys/usage/routes-dashboard.ts';
import { accountRoutes } from '../people/accounts/routes-dashboard.ts';
import { demandLogin } from '../people/login/person.ts';
import { loginRoutes } from '../people/login/routes-dashboard.ts';
import { sessionRoutes } from '../people/login/routes-sessions.ts';
import { passwordResetRoutes } from '../people/passwords/routes-dashboard.ts';
import { secondFactorRoutes } from '../people/second-factor/routes-dashboard.ts';
import type { App, World } from './server.ts';

export function dashboardRoutes(app: App, world: World): void {
  const { config } = world;
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    assertOwnOrigin(request, config.baseUrl);
  });
  loginRoutes(app, world);
  passwordResetRoutes(app, world);
  app.register(async (inside: App) => {
    demandLogin(inside, world);
    accountRoutes(inside, world);
    sessionRoutes(inside, world);
    secondFactorRoutes(inside, world);
    auditRoutes(inside, world);
    keyRoutes(inside, world);
    certificateRoutes(inside, world);
    usageRoutes(inside, world);
  });
}
