/** The public API: every operation that a key may call. */

import { type BatchRoutePorts, batchRoutes } from '../certificates/batches/routes-v1.ts';
import { type ReadBatchPorts, readBatchRoutes } from '../certificates/batches/routes-v1-read.ts';
import { type ChangeRoutePorts, changeRoute } from '../certificates/changes/routes-v1.ts';
import { type EraseRoutePorts, eraseRoute } from '../certificates/erasing/routes-v1.ts';
import { certificateRoutes, type ReadPorts } from '../certificates/routes-v1.ts';
import { type CertifyRoutePorts, certifyRoute, uploadRoute } from '../certificates/routes-v1-certify.ts';
import { verifyRoutes } from '../certificates/verify/routes-v1.ts';
import type { PublicApi } from '../http/app.ts';
import { leaveBodiesUnread } from '../http/bodies/unread-bodies.ts';
import { trailingSlash } from '../http/errors.ts';
import { refuseUnknownParameters } from '../http/query/strict-query.ts';
import { type OwnAccountPorts, ownAccountRoute } from '../keys/own-account/routes-v1.ts';
import type { Access } from '../keys/ports.ts';
import { countUsage } from '../keys/usage/count-usage.ts';
import type { UsageStore } from '../keys/usage/usage.ts';
import type { DocumentPorts } from '../memberships/documents/ports.ts';
import { MEMBERSHIP_OPERATIONS } from '../memberships/operations.ts';
import { keyDoor } from '../operations/doors/key.ts';
import { demandDeclared, serveOperations } from '../operations/serve-operation.ts';
import { type ExportRoutePorts, exportRoute } from '../proofs/export-certificates/routes-v1.ts';
import type { ProofSite } from '../proofs/fetch-proof.ts';
import { type ProofRoutePorts, proofRoutes } from '../proofs/routes-v1.ts';
import { type WebhookRoutePorts, webhookRoutes } from '../webhooks/routes-v1.ts';
import type { WebhooksSettings } from '../webhooks/settings.ts';
import { openapiRoute } from './openapi.ts';
import type { PublicReads } from './public-reads.ts';

export type PublicApiPorts = ReadPorts &
  OwnAccountPorts &
  CertifyRoutePorts &
  EraseRoutePorts &
  ChangeRoutePorts &
  BatchRoutePorts &
  ReadBatchPorts &
  ProofRoutePorts &
  ExportRoutePorts &
  WebhookRoutePorts &
  DocumentPorts & { usage: UsageStore; publicReads: PublicReads | undefined };

export function publicApi(api: PublicApi, ports: PublicApiPorts, site: ProofSite & WebhooksSettings): void {
  demandDeclared(api);
  refuseUnknownParameters(api);
  // Otherwise `/certificates/` would be a certificate with an empty id.
  api.addHook('onRequest', ({ url }, _reply, done) => {
    if (isApiSlash(url)) throw trailingSlash(url);
    done();
  });
  leaveBodiesUnread(api);
  countUsage(api, ports);
  certifyRoute(api, ports, site);
  uploadRoute(api, ports, site);
  certificateRoutes(api, ports, site);
  eraseRoute(api, ports, site);
  verifyRoutes(api, { ...ports, access: accessForVerify(ports) }, site);
  ownAccountRoute(api, ports, site);
  changeRoute(api, ports, site);
  batchRoutes(api, ports, site);
  readBatchRoutes(api, ports, site);
  proofRoutes(api, ports, site);
  exportRoute(api, ports, site);
  serveOperations(api, ports, site, keyDoor(ports, site), MEMBERSHIP_OPERATIONS);
  webhookRoutes(api, ports, site);
  openapiRoute(api);
}

/** Hashes are looked up where pages are read; the caller is admitted, and counted, at the database itself. */
function accessForVerify({ access, publicReads }: PublicApiPorts): Access {
  return publicReads === undefined ? access : { ...access, read: publicReads.readAccount };
}

export function isApiSlash(url: string): boolean {
  return /^\/api\/public\/v1\/[^?]*\/(\?|$)/.test(url);
}
