/** Proofs and QR codes in the dashboard. */

import { Type } from 'typebox';
import { verificationUrl } from '../certificates/certificate.ts';
import type { CertificateStore } from '../certificates/ports.ts';
import { findInAccount, readById } from '../certificates/read-certificates.ts';
import { CertificateParams, Mode } from '../certificates/routes-dashboard.ts';
import { assertStored } from '../files/file-links.ts';
import type { App } from '../http/app.ts';
import { NOT_MODIFIED } from '../http/caching/etag.ts';
import { attachment } from '../http/content-disposition.ts';
import { qrPng, qrSvg } from '../http/qr/qr-code.ts';
import { fileOf, oneOf, refusals } from '../http/schema.ts';
import { accountIdOf } from '../http/signed-in.ts';
import type { Site } from '../http/site.ts';
import type { Access } from '../keys/ports.ts';
import { fetchProof, type ProofPorts, type ProofSite } from './fetch-proof.ts';
import { NEVER_RUN, sendProof } from './proof-answers.ts';

type FindPorts = { access: Access; certificates: CertificateStore };

export type ProofPageRoutePorts = ProofPorts & FindPorts;

export function proofPageRoutes(app: App, ports: ProofPageRoutePorts, site: ProofSite): void {
  downloadProof(app, ports, site);
  readFile(app, ports);
  drawQr(app, ports, site);
}

function downloadProof(app: App, ports: ProofPageRoutePorts, site: ProofSite): void {
  const type = oneOf(['file', 'nom151', 'blockchain', 'bundle', 'constancia'], { title: 'ProofType' });
  const schema = {
    params: CertificateParams,
    querystring: Type.Object({ type, mode: Mode }),
    response: {
      200: fileOf('application/timestamp-reply', 'application/xml', 'application/zip', 'application/pdf'),
      302: Type.Null(),
      ...NOT_MODIFIED,
      ...refusals(404, 409),
    },
  };
  app.get('/certificates/:id/proof', { schema }, async (request, reply) => {
    const { type, mode } = request.query;
    const accountId = accountIdOf(request);
    const read = readById(request.params.id, ports.certificates.withToken);
    const found = await findInAccount(ports, accountId, mode, read);
    return sendProof(request, reply, await fetchProof(ports, site, { accountId, ...found }, type));
  });
}

/** Through the service, wherever files are kept: for a page of ours that looks at it, which may fetch from us alone. */
function readFile(app: App, ports: ProofPageRoutePorts): void {
  const schema = {
    params: CertificateParams,
    querystring: Type.Object({ mode: Mode }),
    response: { 200: fileOf('application/octet-stream'), ...refusals(404, 409) },
  };
  app.get('/certificates/:id/file', { schema }, async (request, reply) => {
    const accountId = accountIdOf(request);
    const read = readById(request.params.id, ports.certificates.withToken);
    const { certificate } = await findInAccount(ports, accountId, request.query.mode, read);
    assertStored(certificate);
    const { sha256, sizeBytes, name } = certificate.file;
    const body = await ports.blobs.open(accountId, sha256);
    if (body === undefined) throw new Error(`The file of ${certificate.id} is not in the store`);
    // Of no type, whatever its owner claimed: no script, no style and no page.
    return reply
      .headers({
        ...NEVER_RUN,
        'content-disposition': attachment(name),
        'cache-control': 'private, no-store',
      })
      .header('content-length', sizeBytes)
      .type('application/octet-stream')
      .send(body);
  });
}

const QR_PIXELS = 1_024;

function drawQr(app: App, ports: FindPorts, { baseUrl }: Site): void {
  const querystring = Type.Object({
    format: Type.Optional(oneOf(['svg', 'png'])),
    download: Type.Optional(oneOf(['1'])),
    mode: Mode,
  });
  const response = { 200: fileOf('image/svg+xml', 'image/png'), ...refusals(404) };
  const schema = { params: CertificateParams, querystring, response };
  app.get('/certificates/:id/qr', { schema }, async (request, reply) => {
    const { format = 'svg', download, mode } = request.query;
    const read = readById(request.params.id, ports.certificates.one);
    const certificate = await findInAccount(ports, accountIdOf(request), mode, read);
    const address = verificationUrl(baseUrl, certificate);
    reply.headers(NEVER_RUN);
    if (download !== undefined)
      reply.header('content-disposition', attachment(`${certificate.id}-qr.${format}`));
    if (format === 'png') return reply.type('image/png').send(qrPng(address, QR_PIXELS));
    return reply.type('image/svg+xml').send(qrSvg(address));
  });
}
