/** Erase the original file of a certificate. */

import { Type } from 'typebox';
import type { Access } from '../../keys/ports.ts';
import { operationsWith } from '../../operations/operation.ts';
import { CertificateRef, type RecordSite, toRecord } from '../certificate-record.ts';
import { CertificateParams } from '../operations.ts';
import type { CertificateStore } from '../ports.ts';
import { certificateNotFound, readById } from '../read-certificates.ts';
import { type EraseOnePorts, eraseFileOf } from './erase-files.ts';

export type EraseOperationPorts = EraseOnePorts & {
  access: Pick<Access, 'read'>;
  certificates: Pick<CertificateStore, 'one'>;
  site: RecordSite;
};

/** The part of the operation that is the same for keys and for people. */
export const ERASE_FILE = {
  method: 'DELETE',
  path: '/certificates/:id/file',
  operationId: 'eraseCertificateFile',
  scope: 'files:erase',
  tag: 'Certificates',
  summary: 'Erase the original file',
  params: CertificateParams,
} as const;

export const eraseCertificateFile = operationsWith<EraseOperationPorts>().acting({
  ...ERASE_FILE,
  description:
    'The original is no longer handed out, and its bytes leave the file store at once, unless another certificate of the account covers the same bytes. The certificate and its proofs stay valid, because they need only the fingerprint. A sealed copy is erased with its original, and the original with its copy. The file cannot be restored; repeating the call changes nothing. Earlier backups are the operator’s responsibility.',
  answers: {
    200: Type.Object(
      { certificate: CertificateRef },
      { description: 'The certificate, with `file.stored` false.' },
    ),
  },
  refusals: [404, 'legal_hold'],
  read: ({ certificates }, { params }) => readById(params.id, certificates.one),
  async act(ports, { who }, found) {
    if (found === undefined) throw certificateNotFound();
    const { accountId, livemode, by } = who;
    await eraseFileOf(ports, who, found.id, by);
    const erased = await ports.access.read(accountId, livemode, ports.certificates.one(found.id));
    return { status: 200, body: { certificate: toRecord(ports.site, erased ?? found) } };
  },
});
