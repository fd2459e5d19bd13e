/** Proofs and QR codes in the dashboard. */

import { Type } from 'typebox';
import { verificationUrl } from '../certificates/certificate.ts';
import { CertificateParams } from '../certificates/operations.ts';
import type { CertificateStore } from '../certificates/ports.ts';
import { findInAccount, readById } from '../certificates/read-certificates.ts';
import { assertStored } from '../files/file-links.ts';
import { NOT_MODIFIED } from '../http/caching/etag.ts';
import { attachment } from '../http/content-disposition.ts';
import { qrPng, qrSvg } from '../http/qr/qr-code.ts';
import { fileOf, oneOf } from '../http/schema.ts';
import { NEVER_RUN } from '../http/send-download.ts';
import type { Access } from '../keys/ports.ts';
import type { PersonWho } from '../operations/doors/person.ts';
import { operationsWith } from '../operations/operation.ts';
import { sendAsic } from './asic/send-asic.ts';
import { type SendCourtPorts, sendCourtPackage } from './court-package/send-court-package.ts';
import { fetchProof, type ProofPorts, type ProofSite } from './fetch-proof.ts';
import { assertOriginal, GET_PROOF } from './operations.ts';
import { sendProof } from './proof-answers.ts';
import { ORIGINAL } from './proof-schemas.ts';

export type ProofPagePorts = ProofPorts &
  SendCourtPorts & {
    access: Access;
    certificates: CertificateStore;
    site: ProofSite;
  };

const ofPage = operationsWith<ProofPagePorts, PersonWho>();

const downloadProof = ofPage.acting({
  ...GET_PROOF,
  query: Type.Object({
    type: oneOf(['file', 'nom151', 'record', 'blockchain', 'bundle', 'constancia', 'court', 'asic'], {
      title: 'ProofType',
    }),
    original: Type.Optional(oneOf(ORIGINAL)),
  }),
  answers: {
    200: fileOf(
      'application/timestamp-reply',
      'application/xml',
      'application/zip',
      'application/pdf',
      'application/vnd.etsi.asic-s+zip',
      'application/vnd.etsi.asic-e+zip',
    ),
    302: Type.Null(),
    ...NOT_MODIFIED,
  },
  refusals: [404, 'file_not_stored', 'proof_not_ready'],
  async act(ports, { who, params, query, request, reply }) {
    const found = await findInAccount(ports, who, readById(params.id, ports.certificates.withToken));
    const subject = { accountId: who.accountId, ...found };
    assertOriginal(query.type, query.original);
    if (query.type === 'court') {
      const asked = { withOriginal: query.original !== 'omit', holder: who.accountId };
      return void (await sendCourtPackage(ports, ports.site, subject, asked, { request, reply }));
    }
    if (query.type === 'asic') return void (await sendAsic(ports, subject, { request, reply }));
    sendProof(request, reply, await fetchProof(ports, ports.site, subject, query.type));
    return undefined;
  },
});

/**
 * Reads an original file for previews on our pages. We serve it ourselves wherever files are stored, because our
 * pages may fetch only from us.
 */
const readFile = ofPage.acting({
  method: 'GET',
  path: '/certificates/:id/file',
  operationId: 'getCertificateFile',
  scope: 'proofs:read',
  tag: 'Proofs',
  summary: 'Read the original file',
  params: CertificateParams,
  answers: { 200: fileOf('application/octet-stream') },
  refusals: [404, 'file_not_stored'],
  async act(ports, { who, params, reply }) {
    const read = readById(params.id, ports.certificates.withToken);
    const { certificate } = await findInAccount(ports, who, read);
    assertStored(certificate);
    const { sha256, sizeBytes, name } = certificate.file;
    const body = await ports.blobs.open(who.accountId, sha256);
    if (body === undefined) throw new Error(`The file of ${certificate.id} is not in the store`);
    // The file is sent as plain bytes, whatever type its owner claimed, so that it cannot run as script, style or page.
    reply
      .headers({ ...NEVER_RUN, 'content-disposition': attachment(name) })
      .header('content-length', sizeBytes)
      .type('application/octet-stream')
      .send(body);
    return undefined;
  },
});

const QR_PIXELS = 1_024;

const drawQr = ofPage.acting({
  method: 'GET',
  path: '/certificates/:id/qr',
  operationId: 'getCertificateQr',
  scope: 'certificates:read',
  tag: 'Proofs',
  summary: 'Draw the QR code of a certificate',
  params: CertificateParams,
  query: Type.Object({
    format: Type.Optional(oneOf(['svg', 'png'])),
    download: Type.Optional(oneOf(['1'])),
  }),
  answers: { 200: fileOf('image/svg+xml', 'image/png') },
  refusals: [404],
  async act(ports, { who, params, query: { format = 'svg', download } }) {
    const certificate = await findInAccount(ports, who, readById(params.id, ports.certificates.one));
    const address = verificationUrl(ports.site.baseUrl, certificate);
    const drawn =
      format === 'png'
        ? { type: 'image/png', content: qrPng(address, QR_PIXELS) }
        : { type: 'image/svg+xml', content: qrSvg(address) };
    const name = download === undefined ? {} : { name: `${certificate.id}-qr.${format}` };
    return { status: 200, headers: NEVER_RUN, file: { ...drawn, ...name } };
  },
});

export const PROOF_PAGE_OPERATIONS = [downloadProof, readFile, drawQr];
