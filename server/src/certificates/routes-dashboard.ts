/** Certificates in the dashboard: what a key can do with them, for a person, in both modes. */

import { Type } from 'typebox';
import type { App } from '../http/app.ts';
import { oneOf } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import type { Access } from '../keys/ports.ts';
import type { UsageStore } from '../keys/usage/usage.ts';
import { accountOf, actorOf } from '../people/login/person.ts';
import type { MerkleLogStore } from '../transparency/ports.ts';
import { LIST_QUERY, readListQuery, toListPage } from './certificate-list.ts';
import { toRecord } from './certificate-record.ts';
import { toProgressRecord } from './progress-record.ts';
import { findInAccount, readById } from './read-certificates.ts';
import type { AnchoringPace } from './timeline.ts';
import {
  certifyUpload,
  keepBodiesAsStreams,
  UPLOAD_ROUTE,
  type UploadPorts,
} from './upload/certify-upload.ts';

export const Mode = Type.Optional(oneOf(['live', 'test']));
export const CertificateParams = Type.Object({ id: Type.String() });

export type CertificateRoutePorts = UploadPorts & {
  access: Access;
  merkleLog: MerkleLogStore;
  usage: UsageStore;
};

export function certificatePageRoutes(
  app: App,
  ports: CertificateRoutePorts,
  settings: Site & AnchoringPace,
): void {
  listCertificates(app, ports, settings);
  app.register(async (part: App) => makeCertificate(part, ports, settings));
  readCertificate(app, ports, settings);
}

function listCertificates(app: App, ports: CertificateRoutePorts, { baseUrl }: Site): void {
  const querystring = Type.Object({ ...LIST_QUERY, mode: Mode });
  app.get('/certificates', { schema: { querystring } }, async (request) => {
    const { mode = 'live', ...query } = request.query;
    const read = ports.certificates.page(...readListQuery(query));
    const page = await ports.access.read(accountOf(request).id, mode === 'live', read);
    return toListPage(baseUrl, query, page);
  });
}

function makeCertificate(app: App, ports: CertificateRoutePorts, site: Site): void {
  keepBodiesAsStreams(app);
  const schema = { querystring: Type.Object({ mode: Mode }) };
  app.post('/certificates', { ...UPLOAD_ROUTE, schema }, async (request, reply) => {
    const { id: accountId, certificatesLeft } = accountOf(request);
    const livemode = request.query.mode !== 'test';
    const uploader = { accountId, livemode, keyId: undefined, person: actorOf(request), certificatesLeft };
    await certifyUpload(ports, site, request, reply, {
      uploader,
      operation: `POST /api/dashboard/certificates?mode=${livemode ? 'live' : 'test'}`,
      collectionUrl: `${site.baseUrl}/api/dashboard/certificates`,
      onMade: () => ports.usage.count(uploader, { certificates: 1 }),
    });
    return reply;
  });
}

function readCertificate(app: App, ports: CertificateRoutePorts, settings: Site & AnchoringPace): void {
  const schema = { params: CertificateParams, querystring: Type.Object({ mode: Mode }) };
  app.get('/certificates/:id', { schema }, async (request) => {
    const read = readById(request.params.id, ports.certificates.one);
    const certificate = await findInAccount(ports, accountOf(request).id, request.query.mode, read);
    const { leafIndex } = certificate;
    const checkpoint = leafIndex === undefined ? undefined : await ports.merkleLog.checkpointOver(leafIndex);
    return {
      certificate: toRecord(settings.baseUrl, certificate),
      ...toProgressRecord(settings, certificate, checkpoint?.createdAt, ports.now()),
    };
  });
}
