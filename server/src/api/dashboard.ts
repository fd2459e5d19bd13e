/** The dashboard's back end: a session cookie, JSON in and out, changes only from our own pages. */

import { AUDIT_OPERATIONS, type AuditOperationPorts } from '../audit/dashboard-operations.ts';
import { BATCH_PAGE_OPERATIONS, type BatchPagePorts } from '../certificates/batches/dashboard-operations.ts';
import {
  CERTIFICATE_PAGE_OPERATIONS,
  type CertificatePagePorts,
} from '../certificates/dashboard-operations.ts';
import { type ListOperationPorts, listCertificates } from '../certificates/operations.ts';
import type { AnchoringPace } from '../certificates/timeline.ts';
import type { App } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import { assertOwnOrigin } from '../http/own-origin.ts';
import { refusals } from '../http/schema.ts';
import { mayAnswer, usualRefusals } from '../http/unpublished-routes.ts';
import { KEY_OPERATIONS, type KeyOperationPorts } from '../keys/dashboard-operations.ts';
import { KEY_REVIEW_OPERATIONS } from '../keys/key-review-operations.ts';
import type { KeyRules } from '../keys/manage-keys.ts';
import type { KeyReviewPorts } from '../keys/review-keys.ts';
import { USAGE_OPERATIONS, type UsageOperationPorts } from '../keys/usage/dashboard-operations.ts';
import { type CouncilRoutePorts, councilRoutes } from '../memberships/council/routes-dashboard.ts';
import type { DocumentPorts } from '../memberships/documents/ports.ts';
import { MEMBERSHIP_DASHBOARD_OPERATIONS } from '../memberships/operations.ts';
import {
  type OwnPageSettingsPorts,
  ownPageSettingsRoutes,
} from '../memberships/own-page/routes-dashboard.ts';
import { DASHBOARD, type PersonDoorPorts, personDoor } from '../operations/doors/person.ts';
import { visitorDoor } from '../operations/doors/visitor.ts';
import type { Operation } from '../operations/operation.ts';
import { type ServePorts, serveOperations } from '../operations/serve-operation.ts';
import { demandLogin, type LoggedIn } from '../people/login/person.ts';
import {
  PERSON_OPERATIONS,
  type PersonOperationPorts,
  VISITOR_OPERATIONS,
  type VisitorOperationPorts,
} from '../people/operations.ts';
import type { PeopleSettings } from '../people/settings.ts';
import { PROOF_PAGE_OPERATIONS, type ProofPagePorts } from '../proofs/dashboard-operations.ts';
import { type ExportOperationPorts, exportOperation } from '../proofs/export-certificates/operations.ts';
import type { ProofSite } from '../proofs/fetch-proof.ts';
import { type WebhookPageRoutePorts, webhookPageRoutes } from '../webhooks/routes-dashboard.ts';
import type { WebhooksSettings } from '../webhooks/settings.ts';
import { SERVICE_OPERATION, type ServiceSettings } from './service-operation.ts';

type AccountOperationPorts = PersonOperationPorts &
  KeyOperationPorts &
  KeyReviewPorts &
  UsageOperationPorts &
  AuditOperationPorts;

const ACCOUNT_OPERATIONS: readonly Operation<AccountOperationPorts, LoggedIn>[] = [
  ...PERSON_OPERATIONS,
  ...KEY_OPERATIONS,
  ...KEY_REVIEW_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...AUDIT_OPERATIONS,
];

export type DashboardPorts = Omit<VisitorOperationPorts & AccountOperationPorts, 'site'> &
  Omit<ListOperationPorts & CertificatePagePorts & BatchPagePorts, 'site'> &
  Omit<ProofPagePorts & ExportOperationPorts, 'site'> &
  WebhookPageRoutePorts &
  CouncilRoutePorts &
  OwnPageSettingsPorts &
  PersonDoorPorts &
  DocumentPorts &
  ServePorts;

export type DashboardSettings = Pick<PeopleSettings, 'signup' | 'freeCertificates'> &
  KeyRules &
  AnchoringPace &
  ServiceSettings &
  WebhooksSettings;

export function dashboardRoutes(
  app: App,
  ports: DashboardPorts,
  settings: ProofSite & DashboardSettings,
): void {
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  // Twice as fast for long lists as a serializer compiled from the schema, which would also hide unknown fields from
  // the tests that compare every answer with its schema.
  app.setSerializerCompiler(() => JSON.stringify);
  app.register(async (inside: App) => {
    inside.addHook('onRequest', async (request, reply) => {
      reply.header('cache-control', 'private, no-store');
      assertOwnOrigin(request, settings.baseUrl);
    });
    demandLogin(inside, ports, settings);
    inside.addHook('onRoute', (route) => mayAnswer(route, { ...usualRefusals(route), ...refusals(401) }));
    councilRoutes(inside, ports);
    ownPageSettingsRoutes(inside, ports, settings);
  });
  app.register(async (part: App) => {
    leaveBodiesUnread(part);
    const given = { ...ports, site: settings };
    const visitors = visitorDoor(DASHBOARD, settings);
    serveOperations(part, given, settings, visitors, VISITOR_OPERATIONS);
    serveOperations(part, given, settings, visitors, [SERVICE_OPERATION]);
    const ofAccount = personDoor(ports, settings, 'account');
    serveOperations(part, given, settings, ofAccount, ACCOUNT_OPERATIONS);
    webhookPageRoutes(part, ports, settings);
    const certificates = personDoor(ports, settings, 'certificates');
    serveOperations(part, given, settings, certificates, [
      listCertificates,
      ...CERTIFICATE_PAGE_OPERATIONS,
      ...BATCH_PAGE_OPERATIONS,
      exportOperation(),
      ...PROOF_PAGE_OPERATIONS,
    ]);
    const door = personDoor(ports, settings, 'records');
    serveOperations(part, ports, settings, door, MEMBERSHIP_DASHBOARD_OPERATIONS);
  });
}
