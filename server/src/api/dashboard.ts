/** The dashboard's back end: a session cookie, JSON in and out, changes only from our own pages. */

import { type AuditRoutePorts, auditRoutes } from '../audit/routes-dashboard.ts';
import { type CertificateRoutePorts, certificatePageRoutes } from '../certificates/routes-dashboard.ts';
import type { AnchoringPace } from '../certificates/timeline.ts';
import type { App } from '../http/app.ts';
import { assertOwnOrigin } from '../http/own-origin.ts';
import type { KeyPorts, KeyRules } from '../keys/manage-keys.ts';
import { keyRoutes } from '../keys/routes-dashboard.ts';
import { type UsageRoutePorts, usageRoutes } from '../keys/usage/routes-dashboard.ts';
import { type AccountRoutePorts, accountRoutes } from '../people/accounts/routes-dashboard.ts';
import { demandLogin } from '../people/login/person.ts';
import { type LoginRoutePorts, loginRoutes, type SignupRules } from '../people/login/routes-dashboard.ts';
import { type SessionRoutePorts, sessionRoutes } from '../people/login/routes-sessions.ts';
import { type PasswordRoutePorts, passwordResetRoutes } from '../people/passwords/routes-dashboard.ts';
import { type SecondFactorRoutePorts, secondFactorRoutes } from '../people/second-factor/routes-dashboard.ts';
import type { ProofSite } from '../proofs/fetch-proof.ts';
import { type ProofPageRoutePorts, proofPageRoutes } from '../proofs/routes-dashboard.ts';

export type DashboardPorts = LoginRoutePorts &
  PasswordRoutePorts &
  AccountRoutePorts &
  SessionRoutePorts &
  SecondFactorRoutePorts &
  AuditRoutePorts &
  KeyPorts &
  CertificateRoutePorts &
  ProofPageRoutePorts &
  UsageRoutePorts;

export type DashboardSettings = SignupRules & KeyRules & AnchoringPace;

export function dashboardRoutes(
  app: App,
  ports: DashboardPorts,
  settings: ProofSite & DashboardSettings,
): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    assertOwnOrigin(request, settings.baseUrl);
  });
  loginRoutes(app, ports, settings);
  passwordResetRoutes(app, ports, settings);
  app.register(async (inside: App) => {
    demandLogin(inside, ports, settings);
    accountRoutes(inside, ports, settings);
    sessionRoutes(inside, ports);
    secondFactorRoutes(inside, ports, settings);
    auditRoutes(inside, ports, settings);
    keyRoutes(inside, ports, settings);
    certificatePageRoutes(inside, ports, settings);
    proofPageRoutes(inside, ports, settings);
    usageRoutes(inside, ports, settings);
  });
}
