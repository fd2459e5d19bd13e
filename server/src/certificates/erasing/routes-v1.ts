/** Public API: erase the original file of a certificate. */

import { Type } from 'typebox';
import type { PublicApi } from '../../http/app.ts';
import { errorResponses, UNTIL_ADMITTED } from '../../http/error-responses.ts';
import type { Site } from '../../http/site.ts';
import { keyOf } from '../../kernel/actor.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import { originOf } from '../../people/login/person.ts';
import { CertificateRef, type RecordSite, toRecord } from '../certificate-record.ts';
import type { CertificateStore } from '../ports.ts';
import { certificateNotFound, readById } from '../read-certificates.ts';
import { type EraseOnePorts, eraseFileOf } from './erase-files.ts';

export type EraseRoutePorts = AdmitPorts & EraseOnePorts & { certificates: Pick<CertificateStore, 'one'> };

export function eraseRoute(api: PublicApi, ports: EraseRoutePorts, site: Site & RecordSite): void {
  api.delete(
    '/certificates/:id/file',
    {
      config: { scope: 'files:erase' },
      attachValidation: true,
      schema: {
        operationId: 'eraseCertificateFile',
        summary: 'Erase the original file',
        description:
          'The original is no longer handed out, and its bytes leave the file store at once, unless another certificate of the account covers the same bytes. Certificate and proofs stay valid: they need only the fingerprint. The file does not come back; asking again changes nothing. Backups made earlier are the operator’s matter.',
        tags: ['Certificates'],
        params: Type.Object({ id: Type.String() }),
        response: {
          200: Type.Object(
            { certificate: CertificateRef },
            { description: 'The certificate, with `file.stored` false.' },
          ),
          ...errorResponses(400, 404, 422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const read = readById(request.params.id, ports.certificates.one);
      const { caller, value } = await admitRequest(ports, site.serviceName, request, reply, () => read);
      if (value === undefined) throw certificateNotFound();
      await eraseFileOf(ports, caller, value.id, keyOf(caller, originOf(request)));
      const erased = await ports.access.read(caller.accountId, caller.livemode, read);
      return { certificate: toRecord(site, erased ?? value) };
    },
  );
}
