/** The dashboard's back end: every operation that a person may call, and those for visitors who are not logged in. */

import { listOwnAuditEvents } from '../audit/dashboard-operations.ts';
import { AUDIT_OPERATIONS, type AuditOperationPorts } from '../audit/operations.ts';
import { BATCH_PAGE_OPERATIONS, type BatchPagePorts } from '../certificates/batches/dashboard-operations.ts';
import { type ChangePorts, updateCertificate } from '../certificates/changes/operations.ts';
import {
  CERTIFICATE_PAGE_OPERATIONS,
  type CertificatePagePorts,
} from '../certificates/dashboard-operations.ts';
import { type ListOperationPorts, listCertificates } from '../certificates/operations.ts';
import type { AnchoringPace } from '../certificates/timeline.ts';
import { HOLD_OPERATIONS } from '../holds/operations.ts';
import type { App } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import type { HttpSettings } from '../http/settings.ts';
import { KEY_OPERATIONS, type KeyOperationPorts } from '../keys/dashboard-operations.ts';
import { KEY_REVIEW_OPERATIONS } from '../keys/key-review-operations.ts';
import type { KeyRules } from '../keys/manage-keys.ts';
import { REQUEST_OPERATIONS, type RequestOperationPorts } from '../keys/requests/dashboard-operations.ts';
import type { KeyReviewPorts } from '../keys/review-keys.ts';
import { ALLOWANCE_OPERATIONS, type AllowanceOperationPorts } from '../keys/usage/allowance-operations.ts';
import { USAGE_OPERATIONS, type UsageOperationPorts } from '../keys/usage/dashboard-operations.ts';
import { COUNCIL_OPERATIONS, type CouncilPorts } from '../memberships/council/dashboard-operations.ts';
import { EXPORT_DIPLOMAS, MAIL_DIPLOMAS } from '../memberships/diplomas/course-operations.ts';
import type { DocumentPorts } from '../memberships/documents/ports.ts';
import { EXPORT_OPERATIONS } from '../memberships/exports/operations.ts';
import { exportMemberOperation } from '../memberships/members/export/operations.ts';
import { MEMBERSHIP_DASHBOARD_OPERATIONS } from '../memberships/operations.ts';
import { INVITE_OPERATIONS, type InvitePorts } from '../memberships/organizers/invite-operation.ts';
import { ORGANIZER_KEY_OPERATIONS } from '../memberships/organizers/key-operation.ts';
import {
  OWN_PAGE_SETTINGS_OPERATIONS,
  type OwnPageSettingsPorts,
} from '../memberships/own-page/dashboard-operations.ts';
import type { MemberMail } from '../memberships/own-page/mail/member-mail.ts';
import {
  type AddressPorts,
  WATCH_ADDRESS_OPERATIONS,
} from '../memberships/watches/mail/address-operations.ts';
import { DASHBOARD, type PersonDoorPorts, personDoor } from '../operations/doors/person.ts';
import { visitorDoor } from '../operations/doors/visitor.ts';
import type { Operation } from '../operations/operation.ts';
import { demandDeclared, type ServePorts, serveOperations } from '../operations/serve-operation.ts';
import { exportPersonOperation } from '../people/export/dashboard-operations.ts';
import type { LoggedIn } from '../people/login/person.ts';
import {
  PERSON_OPERATIONS,
  type PersonOperationPorts,
  VISITOR_OPERATIONS,
  type VisitorOperationPorts,
} from '../people/operations.ts';
import type { PeopleSettings } from '../people/settings.ts';
import { type AdoptPagePorts, adoptInDashboard } from '../proofs/adopt-evidence/operations.ts';
import { PROOF_PAGE_OPERATIONS, type ProofPagePorts } from '../proofs/dashboard-operations.ts';
import { type ExportOperationPorts, exportOperation } from '../proofs/export-certificates/operations.ts';
import type { ProofSite } from '../proofs/fetch-proof.ts';
import {
  PAGE_CONTROL_OPERATIONS,
  type PageControlPorts,
} from '../proofs/public-page/dashboard-operations.ts';
import type { TrialPorts } from '../webhooks/delivery/try-webhook.ts';
import { webhookOperations } from '../webhooks/operations.ts';
import type { WebhooksSettings } from '../webhooks/settings.ts';
import { SERVICE_OPERATION, type ServiceSettings } from './service-operation.ts';

type AccountOperationPorts = PersonOperationPorts &
  KeyOperationPorts &
  KeyReviewPorts &
  UsageOperationPorts &
  RequestOperationPorts &
  AllowanceOperationPorts &
  AuditOperationPorts &
  CouncilPorts &
  OwnPageSettingsPorts;

const ACCOUNT_OPERATIONS: readonly Operation<AccountOperationPorts, LoggedIn>[] = [
  ...PERSON_OPERATIONS,
  ...KEY_OPERATIONS,
  ...KEY_REVIEW_OPERATIONS,
  ...USAGE_OPERATIONS,
  ...REQUEST_OPERATIONS,
  ...ALLOWANCE_OPERATIONS,
  ...AUDIT_OPERATIONS,
  listOwnAuditEvents,
  ...COUNCIL_OPERATIONS,
  ...OWN_PAGE_SETTINGS_OPERATIONS,
];

/** `site` is given to operations as one of their ports. */
export type DashboardPorts = Omit<VisitorOperationPorts & AccountOperationPorts, 'site'> &
  Omit<ListOperationPorts & ChangePorts & CertificatePagePorts & AdoptPagePorts & BatchPagePorts, 'site'> &
  Omit<ProofPagePorts & ExportOperationPorts & PageControlPorts, 'site'> &
  TrialPorts &
  PersonDoorPorts &
  DocumentPorts & { memberMail: MemberMail | undefined } & InvitePorts &
  AddressPorts &
  ServePorts;

export type DashboardSettings = Pick<
  PeopleSettings,
  'signup' | 'freeCertificates' | 'accountsPerPerson' | 'sso' | 'operators' | 'supportUrl'
> &
  Pick<HttpSettings, 'host' | 'trustedProxies'> &
  KeyRules &
  AnchoringPace &
  ServiceSettings &
  WebhooksSettings;

export function dashboardRoutes(
  app: App,
  given: DashboardPorts,
  settings: ProofSite & DashboardSettings,
): void {
  demandDeclared(app);
  app.addHook('onRoute', (route) => {
    route.schema = { ...route.schema, hide: true };
  });
  leaveBodiesUnread(app);
  const ports = { ...given, site: settings };
  const visitors = visitorDoor(DASHBOARD, settings);
  serveOperations(app, ports, settings, visitors, VISITOR_OPERATIONS);
  serveOperations(app, ports, settings, visitors, [SERVICE_OPERATION]);
  serveOperations(app, ports, settings, personDoor(ports, settings, 'account'), [
    ...ACCOUNT_OPERATIONS,
    exportPersonOperation(),
  ]);
  serveOperations(app, ports, settings, personDoor(ports, settings, 'certificates'), [
    listCertificates,
    updateCertificate,
    ...CERTIFICATE_PAGE_OPERATIONS,
    adoptInDashboard,
    ...BATCH_PAGE_OPERATIONS,
    exportOperation(),
    ...HOLD_OPERATIONS,
    ...PROOF_PAGE_OPERATIONS,
    ...PAGE_CONTROL_OPERATIONS,
  ]);
  serveOperations(app, ports, settings, personDoor(ports, settings, 'records'), [
    ...webhookOperations(ports, settings),
    ...MEMBERSHIP_DASHBOARD_OPERATIONS,
    ...INVITE_OPERATIONS,
    ...ORGANIZER_KEY_OPERATIONS,
    exportMemberOperation(),
    EXPORT_DIPLOMAS,
    MAIL_DIPLOMAS,
    ...WATCH_ADDRESS_OPERATIONS,
    ...EXPORT_OPERATIONS,
  ]);
}
