/** Certificates in the dashboard: what a key can do with them, for a person, in both modes. */

import { Type } from 'typebox';
import type { App, World } from '../api/server.ts';
import { attachment } from '../http/content-disposition.ts';
import { qrPng, qrSvg } from '../http/qr-code.ts';
import { oneOf } from '../http/schema.ts';
import { type CertificateId, parseId } from '../kernel/ids.ts';
import type { AccountRead } from '../keys/ports.ts';
import { accountOf, actorOf } from '../people/login/person.ts';
import { makeProofFile } from '../proofs/fetch-proof.ts';
import { NEVER_RUN, sendProofFile } from '../proofs/proof-answers.ts';
import { fileUrl } from '../proofs/routes-v1.ts';
import { verificationUrl } from './certificate.ts';
import { LIST_QUERY, readListQuery, toListPage } from './certificate-list.ts';
import { toRecord } from './certificate-record.ts';
import { toProgressRecord } from './progress-record.ts';
import { findInAccount } from './read-certificates.ts';
import { certifyUpload, keepBodiesAsStreams, UPLOAD_ROUTE } from './upload/certify-upload.ts';

const Mode = Type.Optional(oneOf(['live', 'test']));
const CertificateParams = Type.Object({ id: Type.String() });

export function certificateRoutes(app: App, world: World): void {
  listCertificates(app, world);
  app.register(async (part: App) => makeCertificate(part, world));
  readCertificate(app, world);
  downloadProof(app, world);
  drawQr(app, world);
}

function listCertificates(app: App, { ports, config }: World): void {
  const querystring = Type.Object({ ...LIST_QUERY, mode: Mode });
  app.get('/certificates', { schema: { querystring } }, async (request) => {
    const { mode = 'live', ...query } = request.query;
    const read = ports.certificates.page(...readListQuery(query));
    const page = await ports.access.read(accountOf(request).id, mode === 'live', read);
    return toListPage(config.baseUrl, query, page);
  });
}

function makeCertificate(app: App, world: World): void {
  const { ports, config } = world;
  keepBodiesAsStreams(app);
  const schema = { querystring: Type.Object({ mode: Mode }) };
  app.post('/certificates', { ...UPLOAD_ROUTE, schema }, async (request, reply) => {
    const { id: accountId, certificatesLeft } = accountOf(request);
    const livemode = request.query.mode !== 'test';
    const uploader = { accountId, livemode, keyId: undefined, person: actorOf(request), certificatesLeft };
    await certifyUpload(world, request, reply, {
      uploader,
      operation: `POST /api/dashboard/certificates?mode=${livemode ? 'live' : 'test'}`,
      collectionUrl: `${config.baseUrl}/api/dashboard/certificates`,
      onMade: () => ports.usage.count(uploader, { certificates: 1 }),
    });
    return reply;
  });
}

function readCertificate(app: App, { ports, config }: World): void {
  const schema = { params: CertificateParams, querystring: Type.Object({ mode: Mode }) };
  app.get('/certificates/:id', { schema }, async (request) => {
    const { id } = request.params;
    const read = readById(id, ports.certificates.one, ports.certificates.nothing);
    const certificate = await findInAccount(ports, accountOf(request).id, request.query.mode, read);
    const { leafIndex } = certificate;
    const checkpoint = leafIndex === undefined ? undefined : await ports.merkleLog.checkpointOver(leafIndex);
    return {
      certificate: toRecord(config.baseUrl, certificate),
      ...toProgressRecord(config, certificate, checkpoint?.createdAt, ports.now()),
    };
  });
}

function downloadProof(app: App, world: World): void {
  const { ports } = world;
  const querystring = Type.Object({
    type: oneOf(['file', 'nom151', 'blockchain', 'bundle', 'constancia']),
    mode: Mode,
  });
  const schema = { params: CertificateParams, querystring };
  app.get('/certificates/:id/proof', { schema }, async (request, reply) => {
    const { type, mode } = request.query;
    const accountId = accountOf(request).id;
    const read = readById(request.params.id, ports.certificates.withToken, ports.certificates.nothing);
    const { certificate, token } = await findInAccount(ports, accountId, mode, read);
    if (type === 'file') {
      const { url } = await fileUrl(world, { accountId, livemode: certificate.livemode }, certificate);
      return reply.redirect(url, 302);
    }
    return sendProofFile(reply, await makeProofFile(ports, world, { accountId, certificate, token }, type));
  });
}

const QR_PIXELS = 1_024;

function drawQr(app: App, { ports, config }: World): void {
  const querystring = Type.Object({
    format: Type.Optional(oneOf(['svg', 'png'])),
    download: Type.Optional(oneOf(['1'])),
    mode: Mode,
  });
  app.get(
    '/certificates/:id/qr',
    { schema: { params: CertificateParams, querystring } },
    async (request, reply) => {
      const { format = 'svg', download, mode } = request.query;
      const read = readById(request.params.id, ports.certificates.one, ports.certificates.nothing);
      const certificate = await findInAccount(ports, accountOf(request).id, mode, read);
      const address = verificationUrl(config.baseUrl, certificate);
      reply.headers(NEVER_RUN);
      if (download !== undefined)
        reply.header('content-disposition', attachment(`${certificate.id}-qr.${format}`));
      if (format === 'png') return reply.type('image/png').send(await qrPng(address, QR_PIXELS));
      return reply.type('image/svg+xml').send(qrSvg(address));
    },
  );
}

/** What cannot be an id of ours is not found without asking the database, and looks the same. */
function readById<T>(
  text: string,
  read: (id: CertificateId) => AccountRead<T | undefined>,
  nothing: () => AccountRead<undefined>,
): AccountRead<T | undefined> {
  const id = parseId('cert', text);
  return id === undefined ? nothing() : read(id);
}
