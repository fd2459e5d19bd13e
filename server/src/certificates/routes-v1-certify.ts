/** Public API: certify a file. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PublicApi } from '../http/app.ts';
import { errorResponses, OF_IDEMPOTENCY, UNTIL_ADMITTED } from '../http/error-responses.ts';
import type { Site } from '../http/site.ts';
import { AppError } from '../kernel/errors.ts';
import { type AdmitPorts, admitRequest } from '../keys/guards.ts';
import { CertificateRef, type RecordSite } from './certificate-record.ts';
import { certifyUpload, type UploadPorts } from './upload/certify-upload.ts';
import { FORM_BODY, OF_AN_UPLOAD, UPLOAD_BODY } from './upload/schema.ts';

export type CertifyRoutePorts = AdmitPorts & UploadPorts;

type CertifySite = Site & RecordSite;

const ROOT = '/api/public/v1';

/** `readUpload` reads the body as a stream and enforces what the schema describes. */
const ROUTE = {
  config: { scope: 'certificates:write', isUpload: true },
  validatorCompiler: () => () => true,
} as const;

const SCHEMA = {
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
  response: {
    201: Type.Object(
      { certificate: CertificateRef },
      { description: 'The certificate; `Location` is its address.' },
    ),
    ...errorResponses(...OF_AN_UPLOAD, ...OF_IDEMPOTENCY, ...UNTIL_ADMITTED),
  },
};

export function certifyRoute(api: PublicApi, ports: CertifyRoutePorts, site: CertifySite): void {
  const schema = {
    operationId: 'createCertificate',
    summary: 'Certify a file',
    description:
      'Sends a file, or only its fingerprint (`sha256`), and gets it a time stamp and a place in the log. The answer comes once the time stamp is verified and stored; anchoring follows by itself.',
    ...SCHEMA,
    body: UPLOAD_BODY,
    response: {
      ...SCHEMA.response,
      ...errorResponses(...OF_AN_UPLOAD, 'malformed_json', 'invalid_base64', ...OF_IDEMPOTENCY),
    },
  };
  api.post('/certificates', { ...ROUTE, schema }, async (request, reply) =>
    certify(ports, site, request, reply, '/certificates'),
  );
}

/**
 * The form alone, at an address of its own: generators of clients take the first of two types of a body, or send a file
 * as a text. The same code, the same answer.
 */
export function uploadRoute(api: PublicApi, ports: CertifyRoutePorts, site: CertifySite): void {
  const schema = {
    operationId: 'uploadCertificate',
    summary: 'Certify a file that is sent as a form',
    description:
      'The same as `POST /certificates`, for forms (`multipart/form-data`) alone: for clients whose generator knows one type of body for an operation.',
    ...SCHEMA,
    body: FORM_BODY,
  };
  api.post('/certificates/upload', { ...ROUTE, schema }, async (request, reply) =>
    certify(ports, site, request, reply, '/certificates/upload'),
  );
}

async function certify(
  ports: CertifyRoutePorts,
  site: CertifySite,
  request: FastifyRequest,
  reply: FastifyReply,
  path: '/certificates' | '/certificates/upload',
): Promise<FastifyReply> {
  const { caller, certificatesLeft, value } = await admitRequest(
    ports,
    site.serviceName,
    request,
    reply,
    () => ports.certificates.files,
  );
  if (path === '/certificates/upload') assertForm(request.heldContentType);
  await certifyUpload(ports, site, request, reply, {
    uploader: { ...caller, certificatesLeft, files: value },
    operation: `POST ${ROOT}${path}`,
    collectionUrl: `${site.baseUrl}${ROOT}/certificates`,
    onMade: () => {
      request.use = { source: caller, certificates: 1 };
    },
  });
  return reply;
}

function assertForm(contentType: string): void {
  if (/^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType)) return;
  throw new AppError('unsupported_media_type', {
    en: 'Send a form here (multipart/form-data). JSON goes to POST /api/public/v1/certificates.',
    es: 'Envíe aquí un formulario (multipart/form-data). El JSON va a POST /api/public/v1/certificates.',
  });
}
