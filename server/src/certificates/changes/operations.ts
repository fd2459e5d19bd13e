/** Change a certificate. */

import { Type } from 'typebox';
import type { Clock } from '../../kernel/clock.ts';
import { parseId } from '../../kernel/ids.ts';
import { operationsWith } from '../../operations/operation.ts';
import { CertificateRef, type RecordSite, toRecord } from '../certificate-record.ts';
import { CertificateParams } from '../operations.ts';
import { certificateNotFound } from '../read-certificates.ts';
import { CertificateChange, changeCertificate } from './change-certificate.ts';
import type { CertificateChanges } from './ports.ts';

export type ChangePorts = { certificateChanges: CertificateChanges; now: Clock; site: RecordSite };

export const updateCertificate = operationsWith<ChangePorts>().acting({
  method: 'PATCH',
  path: '/certificates/:id',
  operationId: 'updateCertificate',
  scope: 'certificates:write',
  tag: 'Certificates',
  summary: 'Change a certificate',
  description:
    'Changes the title, the description, the document type, your own id, the metadata or the tags. None of these is evidence: the time stamp, the log and every proof stay as they are. The audit log records the old and the new value.',
  params: CertificateParams,
  body: CertificateChange,
  answers: {
    200: Type.Object({ certificate: CertificateRef }, { description: 'The certificate as it is now.' }),
  },
  refusals: [404, 'external_id_taken'],
  async act(ports, { who, params, body }) {
    const id = parseId('cert', params.id);
    if (id === undefined) throw certificateNotFound();
    const changed = await changeCertificate(ports, who, id, body);
    return { status: 200, body: { certificate: toRecord(ports.site, changed) } };
  },
});
