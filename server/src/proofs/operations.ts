/** The proofs of a certificate, for keys. */

import type { Static } from 'typebox';
import { CertificateParams } from '../certificates/operations.ts';
import type { CertificateStore } from '../certificates/ports.ts';
import { certificateNotFound, readById } from '../certificates/read-certificates.ts';
import { etagOf, NOT_MODIFIED } from '../http/caching/etag.ts';
import { AppError } from '../kernel/errors.ts';
import { operationsWith } from '../operations/operation.ts';
import { asicOfCertificate } from './asic/asic-of-certificate.ts';
import { asicAddress, sendAsic } from './asic/send-asic.ts';
import type { ProofSubject } from './blockchain-proof.ts';
import { courtAddress, type SendCourtPorts, sendCourtPackage } from './court-package/send-court-package.ts';
import {
  type FileAddress,
  fetchProof,
  type ProofFile,
  type ProofPorts,
  type ProofSite,
  type ProofType,
} from './fetch-proof.ts';
import { sendProof } from './proof-answers.ts';
import { toAsicRecord, toCourtRecord, toFileRecord, toProofRecord } from './proof-records.ts';
import { PROOF_RESPONSE, ProofQuery } from './proof-schemas.ts';
import { RAW_PROOF_RESPONSE, RawProofParams } from './raw-proof-schemas.ts';

export type ProofOperationPorts = ProofPorts &
  SendCourtPorts & {
    certificates: CertificateStore;
    site: ProofSite;
  };

/** The part of the operation that is the same for keys and for people. */
export const GET_PROOF = {
  method: 'GET',
  path: '/certificates/:id/proof',
  operationId: 'getProof',
  scope: 'proofs:read',
  tag: 'Proofs',
  summary: 'Download a proof',
  params: CertificateParams,
} as const;

export const getProof = operationsWith<ProofOperationPorts>().acting({
  ...GET_PROOF,
  query: ProofQuery,
  answers: { ...PROOF_RESPONSE, ...NOT_MODIFIED },
  refusals: [404, 'file_not_stored', 'proof_not_ready'],
  read: ({ certificates }, { params }) => readById(params.id, certificates.withToken),
  async act(ports, { who, query, request, reply }, found) {
    if (found === undefined) throw certificateNotFound();
    const subject = { accountId: who.accountId, ...found };
    const { type, format = 'json', original } = query;
    assertFormat(type, format);
    assertOriginal(type, original);
    if (type === 'court') {
      const asked = { withOriginal: original !== 'omit', holder: who.accountId };
      if (format === 'raw')
        return void (await sendCourtPackage(ports, ports.site, subject, asked, { request, reply }));
      const record = toCourtRecord(
        found.certificate,
        asked,
        await courtAddress(ports, ports.site, subject, asked),
      );
      return { status: 200, body: { proof: record } };
    }
    if (type === 'asic') {
      if (format === 'raw') return void (await sendAsic(ports, subject, { request, reply }));
      const address = await asicAddress(ports, ports.site, subject);
      const record = toAsicRecord(found.certificate, await asicOfCertificate(ports, subject), address);
      return { status: 200, body: { proof: record } };
    }
    const proof = await fetchProof(ports, ports.site, subject, fileTypeOf(type, format));
    if (format !== 'json') return void sendProof(request, reply, proof);
    const record = await recordOf(ports, subject, type, proof);
    return { status: 200, etag: etagOf(JSON.stringify(record)), body: { proof: record } };
  },
});

/**
 * The same bytes as `format=raw`. Each type has an address of its own, and the media type is always
 * `application/octet-stream`.
 */
export const getRawProof = operationsWith<ProofOperationPorts>().acting({
  method: 'GET',
  path: '/certificates/:id/proof/:type',
  operationId: 'getRawProof',
  scope: 'proofs:read',
  tag: 'Proofs',
  summary: 'Download the bytes of a proof',
  params: RawProofParams,
  answers: { ...RAW_PROOF_RESPONSE, ...NOT_MODIFIED },
  refusals: [404, 'file_not_stored', 'proof_not_ready'],
  read: ({ certificates }, { params }) => readById(params.id, certificates.withToken),
  async act(ports, { who, params, request, reply }, found) {
    if (found === undefined) throw certificateNotFound();
    const subject = { accountId: who.accountId, ...found };
    const proof = await rawProof(ports, subject, params.type);
    sendProof(request, reply, 'url' in proof ? proof : { ...proof, contentType: 'application/octet-stream' });
  },
});

/** What holds the original is led to by a link, as the original itself is. */
function rawProof(
  ports: ProofOperationPorts,
  subject: ProofSubject,
  type: Static<typeof RawProofParams>['type'],
): Promise<ProofFile | FileAddress> {
  if (type === 'asic') return asicAddress(ports, ports.site, subject);
  if (type === 'court') return courtAddress(ports, ports.site, subject, { withOriginal: true });
  return fetchProof(ports, ports.site, subject, type);
}

function recordOf(
  ports: ProofPorts,
  subject: ProofSubject,
  type: 'file' | 'nom151' | 'blockchain' | 'record' | 'receipt' | 'bundle' | 'constancia',
  proof: ProofFile | FileAddress,
) {
  if ('url' in proof) return toFileRecord(subject.certificate, proof);
  if (type === 'file') throw new Error('A proof of type `file` has no URL');
  return toProofRecord(ports, subject, type, proof);
}

/** Throws unless the proof has this format: `ots` and `tlog` are formats of the blockchain proof only. */
function assertFormat(type: string, format: ProofFormat): void {
  if (type === 'blockchain' || format === 'json' || format === 'raw') return;
  throw new AppError('validation_failed', {
    en: `\`format=${format}\` is only possible with \`type=blockchain\`.`,
    es: `\`format=${format}\` solo es posible con \`type=blockchain\`.`,
  });
}

/** Throws if `original` is given for another type: only a court package includes the original. */
export function assertOriginal(type: string, original: string | undefined): void {
  if (type === 'court' || original === undefined) return;
  throw new AppError('validation_failed', {
    en: '`original` is only possible with `type=court`.',
    es: '`original` solo es posible con `type=court`.',
  });
}

function fileTypeOf(
  type: 'file' | 'nom151' | 'blockchain' | 'record' | 'receipt' | 'bundle' | 'constancia',
  format: ProofFormat,
): ProofType | 'file' {
  return format === 'ots' || format === 'tlog' ? format : type;
}

type ProofFormat = 'json' | 'raw' | 'ots' | 'tlog';
