/** The public API: every operation that a key may call. */

import { AUDIT_OPERATIONS } from '../audit/operations.ts';
import type { AuditLog } from '../audit/ports.ts';
import type { BatchPorts } from '../certificates/batches/create-batch.ts';
import {
  BATCH_OPERATIONS,
  getBatch,
  listBatches,
  listBatchItems,
} from '../certificates/batches/operations.ts';
import { type ChangePorts, updateCertificate } from '../certificates/changes/operations.ts';
import { type EraseOperationPorts, eraseCertificateFile } from '../certificates/erasing/operations.ts';
import { getCertificate, type ListOperationPorts, listCertificates } from '../certificates/operations.ts';
import type { CertificateStore } from '../certificates/ports.ts';
import { stampQuery, type TsaPorts } from '../certificates/tsa/operations.ts';
import { type CertifyPorts, UPLOAD_OPERATIONS } from '../certificates/upload/operations.ts';
import { VERIFY_OPERATIONS } from '../certificates/verify/operations.ts';
import type { AnchorWatch } from '../certificates/waiting/ports.ts';
import { makeWaitingRoom } from '../certificates/waiting/waiting-room.ts';
import { HOLD_OPERATIONS } from '../holds/operations.ts';
import type { PublicApi } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import { trailingSlash } from '../http/errors.ts';
import { type OwnAccountDoorPorts, ownAccountDoor } from '../keys/own-account/door.ts';
import { getAccount } from '../keys/own-account/operations.ts';
import type { Access } from '../keys/ports.ts';
import type { AdmitPorts } from '../keys/rate-and-quota/guards.ts';
import type { AnsweredRequests } from '../keys/requests/answered-request.ts';
import { noteRequests } from '../keys/requests/note-requests.ts';
import { countUsage } from '../keys/usage/count-usage.ts';
import type { UsageStore } from '../keys/usage/usage.ts';
import { EXPORT_DIPLOMAS, MAIL_DIPLOMAS } from '../memberships/diplomas/course-operations.ts';
import type { DocumentPorts } from '../memberships/documents/ports.ts';
import { EXPORT_OPERATIONS } from '../memberships/exports/operations.ts';
import { exportMemberOperation } from '../memberships/members/export/operations.ts';
import { MEMBERSHIP_OPERATIONS } from '../memberships/operations.ts';
import { deskOfKey } from '../memberships/organizers/desk/desk-of-key.ts';
import { DESK_KEY_OPERATIONS } from '../memberships/organizers/desk/operations.ts';
import type { MemberMail } from '../memberships/own-page/mail/member-mail.ts';
import {
  type AddressPorts,
  WATCH_ADDRESS_OPERATIONS,
} from '../memberships/watches/mail/address-operations.ts';
import { type KeyWho, keyDoor, PUBLIC_API } from '../operations/doors/key.ts';
import { organizerKeyDoor } from '../operations/doors/organizer-key.ts';
import { openDoor } from '../operations/doors/visitor.ts';
import { demandDeclared, type ServePorts, serveOperations } from '../operations/serve-operation.ts';
import { PEOPLE_OPERATIONS, type PublicPeoplePorts } from '../people/teams/public-operations.ts';
import { type AdoptOperationPorts, adoptWithKey } from '../proofs/adopt-evidence/operations.ts';
import { type ExportOperationPorts, exportOperation } from '../proofs/export-certificates/operations.ts';
import type { ProofSite } from '../proofs/fetch-proof.ts';
import { getProof, getRawProof, type ProofOperationPorts } from '../proofs/operations.ts';
import { type VerifyEvidencePorts, verifyEvidenceOperation } from '../proofs/verify-evidence/operations.ts';
import type { TrialPorts } from '../webhooks/delivery/try-webhook.ts';
import { eventOperations } from '../webhooks/feed/operations.ts';
import { webhookOperations } from '../webhooks/operations.ts';
import type { WebhooksSettings } from '../webhooks/settings.ts';
import { loggablePath } from './loggable-path.ts';
import { getOpenapi } from './openapi.ts';
import type { PublicReads } from './public-reads.ts';

/** `site` is added here, because operations receive it as one of their ports. */
export type PublicApiPorts = AdmitPorts &
  OwnAccountDoorPorts &
  Omit<CertifyPorts & ListOperationPorts & EraseOperationPorts & ChangePorts, 'site'> &
  Omit<
    ProofOperationPorts & ExportOperationPorts & VerifyEvidencePorts & AdoptOperationPorts & TsaPorts,
    'site'
  > &
  BatchPorts &
  TrialPorts &
  ServePorts &
  Omit<PublicPeoplePorts, 'site'> &
  DocumentPorts &
  AddressPorts & {
    memberMail: MemberMail | undefined;
    audit: AuditLog;
    certificates: CertificateStore;
    anchorWatch: AnchorWatch;
    usage: UsageStore;
    answeredRequests: AnsweredRequests;
    publicReads: PublicReads | undefined;
  };

export function publicApi(api: PublicApi, given: PublicApiPorts, site: ProofSite & WebhooksSettings): void {
  demandDeclared(api);
  // Otherwise, `/certificates/` would be read as a certificate with an empty id.
  api.addHook('onRequest', ({ url }, _reply, done) => {
    if (isApiSlash(url)) throw trailingSlash(url);
    done();
  });
  leaveBodiesUnread(api);
  countUsage(api, given);
  noteRequests(api, given, loggablePath);
  const waiting = makeWaitingRoom({ watch: given.anchorWatch, logger: given.logger });
  // When the server stops, callers who wait for a result are answered at once with the current state.
  api.addHook('preClose', async () => waiting.end());
  const ports = { ...given, site, waiting };
  const door = keyDoor(ports, site);
  serveOperations(api, ports, site, door, [
    ...UPLOAD_OPERATIONS,
    listCertificates,
    getCertificate,
    updateCertificate,
    eraseCertificateFile,
    stampQuery,
  ]);
  serveOperations(api, { ...ports, access: accessForVerify(given) }, site, door, VERIFY_OPERATIONS);
  serveOperations(api, ports, site, ownAccountDoor(PUBLIC_API, ports, site), [getAccount]);
  serveOperations(api, ports, site, door, [
    ...BATCH_OPERATIONS,
    listBatches,
    getBatch,
    listBatchItems,
    getProof,
    getRawProof,
    verifyEvidenceOperation,
    adoptWithKey,
    exportOperation(),
    ...HOLD_OPERATIONS,
    ...MEMBERSHIP_OPERATIONS,
    exportMemberOperation(),
    EXPORT_DIPLOMAS,
    MAIL_DIPLOMAS,
    ...WATCH_ADDRESS_OPERATIONS,
    ...EXPORT_OPERATIONS,
    ...webhookOperations(ports, site),
    ...eventOperations(site),
    ...PEOPLE_OPERATIONS,
    ...AUDIT_OPERATIONS,
  ]);
  const atDesk = { ...ports, deskOfKey: (who: KeyWho) => deskOfKey(ports, who) };
  serveOperations(api, ports, site, organizerKeyDoor(atDesk, site), DESK_KEY_OPERATIONS);
  serveOperations(api, ports, site, openDoor(PUBLIC_API), [getOpenapi(api)]);
}

/** Hashes are looked up in the replica. The caller is admitted and counted in the primary database. */
function accessForVerify({ access, publicReads }: PublicApiPorts): Pick<Access, 'read'> {
  return publicReads === undefined ? access : { read: publicReads.readAccount };
}

export function isApiSlash(url: string): boolean {
  return /^\/api\/public\/v1\/[^?]*\/(\?|$)/.test(url);
}
