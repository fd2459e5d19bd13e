/** Public API: change a certificate. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PublicApi } from '../../http/app.ts';
import { readJsonBody } from '../../http/bodies/json-body.ts';
import { errorResponses, OF_A_BODY, UNTIL_ADMITTED } from '../../http/error-responses.ts';
import { toShapeError } from '../../http/errors.ts';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import { parseId } from '../../kernel/ids.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import type { Caller } from '../../keys/key.ts';
import { NOTHING } from '../../operations/account-read.ts';
import { CertificateRef, type RecordSite, toRecord } from '../certificate-record.ts';
import { certificateNotFound } from '../read-certificates.ts';
import { CertificateChange, changeCertificate } from './change-certificate.ts';
import type { CertificateChanges } from './ports.ts';

export type ChangeRoutePorts = AdmitPorts & { certificateChanges: CertificateChanges; now: Clock };

/** Set once the caller is admitted. */
const callers = new WeakMap<FastifyRequest, Caller>();

export function changeRoute(api: PublicApi, ports: ChangeRoutePorts, site: Site & RecordSite): void {
  api.patch(
    '/certificates/:id',
    {
      config: { scope: 'certificates:write' },
      attachValidation: true,
      // Before the schema is asked: whoever has no key learns nothing but that.
      preValidation: async (request, reply) => {
        const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
        callers.set(request, caller);
        request.body = (await readJsonBody(request)) ?? {};
      },
      schema: {
        operationId: 'updateCertificate',
        summary: 'Change a certificate',
        description:
          'Changes the title, the description, the document type, your own id or the metadata. None of them is evidence: the time stamp, the log and every proof stay as they are. The audit log keeps both values.',
        tags: ['Certificates'],
        params: Type.Object({ id: Type.String() }),
        body: CertificateChange,
        response: {
          200: Type.Object({ certificate: CertificateRef }, { description: 'The certificate as it is now.' }),
          ...errorResponses(404, 'external_id_taken', ...OF_A_BODY, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request) => {
      if (request.validationError !== undefined) throw toShapeError(request.validationError, {});
      const id = parseId('cert', request.params.id);
      if (id === undefined) throw certificateNotFound();
      const who = toWho(callers.get(request), request);
      return { certificate: toRecord(site, await changeCertificate(ports, who, id, request.body)) };
    },
  );
}

function toWho(caller: Caller | undefined, request: FastifyRequest) {
  if (caller === undefined) throw new Error(`${request.routeOptions.url} was not admitted`);
  const { accountId, livemode, keyId } = caller;
  const userAgent = request.headers['user-agent']?.slice(0, 300);
  return { accountId, livemode, by: { type: 'key' as const, id: keyId, ip: request.ip, userAgent } };
}
