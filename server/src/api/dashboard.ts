/** The dashboard's back end: a session cookie, JSON in and out, changes only from our own pages. */

import { type AuditRoutePorts, auditRoutes } from '../audit/routes-dashboard.ts';
import { type BatchPageRoutePorts, batchPageRoutes } from '../certificates/batches/routes-dashboard.ts';
import { type CertificateRoutePorts, certificatePageRoutes } from '../certificates/routes-dashboard.ts';
import type { AnchoringPace } from '../certificates/timeline.ts';
import type { App } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import { assertOwnOrigin } from '../http/own-origin.ts';
import { refusals } from '../http/schema.ts';
import { mayAnswer, usualRefusals } from '../http/unpublished-routes.ts';
import type { KeyRules } from '../keys/manage-keys.ts';
import { type KeyRoutePorts, keyRoutes } from '../keys/routes-dashboard.ts';
import { keyReviewRoutes } from '../keys/routes-key-review.ts';
import { type UsageRoutePorts, usageRoutes } from '../keys/usage/routes-dashboard.ts';
import { COUNCIL_OPERATIONS, type CouncilPorts } from '../memberships/council/dashboard-operations.ts';
import type { DocumentPorts } from '../memberships/documents/ports.ts';
import { MEMBERSHIP_DASHBOARD_OPERATIONS } from '../memberships/operations.ts';
import {
  OWN_PAGE_SETTINGS_OPERATIONS,
  type OwnPageSettingsPorts,
} from '../memberships/own-page/dashboard-operations.ts';
import { type PersonDoorPorts, personDoor } from '../operations/doors/person.ts';
import { type ServePorts, serveOperations } from '../operations/serve-operation.ts';
import { type AccountRoutePorts, accountRoutes } from '../people/accounts/routes-dashboard.ts';
import {
  type AddressRoutePorts,
  addressRoutes,
  confirmAddressRoute,
} from '../people/address/routes-dashboard.ts';
import { demandLogin } from '../people/login/person.ts';
import { type LoginRoutePorts, loginRoutes } from '../people/login/routes-dashboard.ts';
import { type SessionRoutePorts, sessionRoutes } from '../people/login/routes-sessions.ts';
import { type PasskeyRoutePorts, passkeyRoutes } from '../people/passkeys/routes-dashboard.ts';
import { passkeyLoginRoutes } from '../people/passkeys/routes-login.ts';
import { type PasswordRoutePorts, passwordResetRoutes } from '../people/passwords/routes-dashboard.ts';
import { type SecondFactorRoutePorts, secondFactorRoutes } from '../people/second-factor/routes-dashboard.ts';
import { type SignUpRoutePorts, type SignupRules, signUpRoutes } from '../people/sign-up/routes-dashboard.ts';
import {
  type ExportPageRoutePorts,
  exportPageRoute,
} from '../proofs/export-certificates/routes-dashboard.ts';
import type { ProofSite } from '../proofs/fetch-proof.ts';
import { type ProofPageRoutePorts, proofPageRoutes } from '../proofs/routes-dashboard.ts';
import { type WebhookPageRoutePorts, webhookPageRoutes } from '../webhooks/routes-dashboard.ts';
import type { WebhooksSettings } from '../webhooks/settings.ts';
import { type ServiceSettings, serviceRoute } from './routes-service.ts';

export type DashboardPorts = LoginRoutePorts &
  SignUpRoutePorts &
  PasswordRoutePorts &
  AccountRoutePorts &
  AddressRoutePorts &
  SessionRoutePorts &
  SecondFactorRoutePorts &
  PasskeyRoutePorts &
  AuditRoutePorts &
  KeyRoutePorts &
  CertificateRoutePorts &
  ProofPageRoutePorts &
  UsageRoutePorts &
  WebhookPageRoutePorts &
  BatchPageRoutePorts &
  ExportPageRoutePorts &
  CouncilPorts &
  OwnPageSettingsPorts &
  PersonDoorPorts &
  DocumentPorts &
  ServePorts;

export type DashboardSettings = SignupRules & KeyRules & AnchoringPace & ServiceSettings & WebhooksSettings;

export function dashboardRoutes(
  app: App,
  ports: DashboardPorts,
  settings: ProofSite & DashboardSettings,
): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
    mayAnswer(route, usualRefusals(route));
  });
  // Twice as fast for long lists as a serializer compiled from the schema, which would also hide unknown fields from
  // the tests that compare every answer with its schema.
  app.setSerializerCompiler(() => JSON.stringify);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'private, no-store');
    assertOwnOrigin(request, settings.baseUrl);
  });
  loginRoutes(app, ports, settings);
  passkeyLoginRoutes(app, ports, settings);
  signUpRoutes(app, ports, settings);
  passwordResetRoutes(app, ports, settings);
  confirmAddressRoute(app, ports, settings);
  serviceRoute(app, settings);
  app.register(async (inside: App) => {
    demandLogin(inside, ports, settings);
    inside.addHook('onRoute', (route) => mayAnswer(route, refusals(401)));
    accountRoutes(inside, ports, settings);
    addressRoutes(inside, ports, settings);
    sessionRoutes(inside, ports);
    secondFactorRoutes(inside, ports, settings);
    passkeyRoutes(inside, ports, settings);
    auditRoutes(inside, ports, settings);
    keyRoutes(inside, ports, settings);
    keyReviewRoutes(inside, ports);
    certificatePageRoutes(inside, ports, settings);
    batchPageRoutes(inside, ports, settings);
    exportPageRoute(inside, ports, settings);
    proofPageRoutes(inside, ports, settings);
    usageRoutes(inside, ports, settings);
  });
  app.register(async (part: App) => {
    leaveBodiesUnread(part);
    webhookPageRoutes(part, ports, settings);
    const door = personDoor(ports, settings, 'records');
    serveOperations(part, ports, settings, door, MEMBERSHIP_DASHBOARD_OPERATIONS);
    const ofAccount = personDoor(ports, settings, 'account');
    serveOperations(part, ports, settings, ofAccount, COUNCIL_OPERATIONS);
    serveOperations(part, ports, settings, ofAccount, OWN_PAGE_SETTINGS_OPERATIONS);
  });
}
