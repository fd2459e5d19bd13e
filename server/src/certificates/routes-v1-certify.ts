/** Public API: certify a file. */

import { Type } from 'typebox';
import type { PublicApi } from '../http/app.ts';
import { errorResponses } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { type AdmitPorts, admitRequest } from '../keys/guards.ts';
import { CertificateRef, type RecordSite } from './certificate-record.ts';
import { certifyUpload, UPLOAD_ROUTE, type UploadPorts } from './upload/certify-upload.ts';
import { UPLOAD_BODY } from './upload/schema.ts';

export type CertifyRoutePorts = AdmitPorts & UploadPorts;

export function certifyRoute(api: PublicApi, ports: CertifyRoutePorts, site: Site & RecordSite): void {
  api.post(
    '/certificates',
    {
      config: { scope: 'certificates:write', isUpload: true },
      ...UPLOAD_ROUTE,
      // `readUpload` reads the body as a stream and enforces what this schema describes.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'createCertificate',
        summary: 'Certify a file',
        description:
          'Sends a file, or only its fingerprint (`sha256`), and gets it a time stamp and a place in the log. The answer comes once the time stamp is verified and stored; anchoring follows by itself.',
        tags: ['Certificates'],
        headers: Type.Object({
          'idempotency-key': Type.Optional(
            Type.String({
              minLength: 1,
              maxLength: 257,
              description:
                'A retry with the same key and content gets the first answer instead of a second certificate. Kept for 24 hours.',
            }),
          ),
          'content-digest': Type.Optional(
            Type.String({
              description:
                'RFC 9530, `sha-256=:…:` or `sha-512=:…:` of the body (a SHA-256 may be of the file instead); a mismatch is refused.',
            }),
          ),
        }),
        body: UPLOAD_BODY,
        response: {
          201: Type.Object(
            { certificate: CertificateRef },
            { description: 'The certificate; `Location` is its address.' },
          ),
          ...errorResponses(400, 402, 409, 413, 415, 422, 502, 401, 403, 429, 500, 503),
        },
      },
    },
    async (request, reply) => {
      const { caller, certificatesLeft, value } = await admitRequest(
        ports,
        site.serviceName,
        request,
        reply,
        () => ports.certificates.files,
      );
      await certifyUpload(ports, site, request, reply, {
        uploader: { ...caller, certificatesLeft, files: value },
        operation: 'POST /api/public/v1/certificates',
        collectionUrl: `${site.baseUrl}/api/public/v1/certificates`,
        onMade: () => {
          request.use = { source: caller, certificates: 1 };
        },
      });
      return reply;
    },
  );
}
