/** Certify a file, for keys. */

import { Type } from 'typebox';
import { OF_IDEMPOTENCY } from '../../http/error-responses.ts';
import { AppError } from '../../kernel/errors.ts';
import { type KeyWho, PUBLIC_API } from '../../operations/doors/key.ts';
import { type Asked, operationsWith } from '../../operations/operation.ts';
import { CertificateRef, type RecordSite } from '../certificate-record.ts';
import type { StoredFiles } from '../stored-files.ts';
import { certifyUpload, type UploadPorts } from './certify-upload.ts';
import { FORM_BODY, OF_AN_UPLOAD, UPLOAD_BODY } from './schema.ts';

export type CertifyPorts = UploadPorts & { site: RecordSite };

const IDEMPOTENCY_KEY = {
  'idempotency-key': Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 257,
      description:
        'A retry with the same key and content gets the first answer instead of a second certificate. The answer is kept for 24 hours.',
    }),
  ),
};

export const UPLOAD_HEADERS = Type.Object({
  ...IDEMPOTENCY_KEY,
  'content-digest': Type.Optional(
    Type.String({
      description:
        'RFC 9530: `sha-256=:…:` or `sha-512=:…:` of the body (a SHA-256 may also be that of the file). A body that does not match is refused.',
    }),
  ),
});

const CHECKED_DIGEST =
  'A header `Content-Digest` (RFC 9530, `sha-256=:…:` or `sha-512=:…:` of the body; a SHA-256 may also be that of the file) is checked, and a body that does not match is refused.';

/** `readUpload` reads the body as a stream and enforces what the schema describes. */
const UPLOAD = {
  method: 'POST',
  scope: 'certificates:write',
  tag: 'Certificates',
  isStream: true,
  // `Content-Digest` is described in words alone: Postman would send a made-up one, which is refused.
  headers: Type.Object(IDEMPOTENCY_KEY),
  answers: {
    201: Type.Object(
      { certificate: CertificateRef },
      { description: 'The certificate; `Location` is its address.' },
    ),
  },
  read: ({ certificates }: CertifyPorts) => certificates.files,
} as const;

const certifying = operationsWith<CertifyPorts, KeyWho>();

const createCertificate = certifying.acting({
  ...UPLOAD,
  path: '/certificates',
  operationId: 'createCertificate',
  summary: 'Certify a file',
  description:
    'Sends a file, or only its fingerprint (`sha256`), which gets a time stamp and a place in the log. The answer comes once the time stamp is verified and stored; the certificate is anchored afterwards without another call. ' +
    CHECKED_DIGEST,
  body: UPLOAD_BODY,
  refusals: [...OF_AN_UPLOAD, 'malformed_json', 'invalid_base64', ...OF_IDEMPOTENCY],
  act: (ports, asked, files) => certify(ports, asked, files, '/certificates'),
});

/**
 * Accepts only forms, at an address of its own. Generated clients would otherwise use the first of two body types, or
 * send a file as text. Code and answers are those of `POST /certificates`.
 */
const uploadCertificate = certifying.acting({
  ...UPLOAD,
  path: '/certificates/upload',
  operationId: 'uploadCertificate',
  summary: 'Certify a file that is sent as a form',
  description:
    'The same as `POST /certificates`, but only for forms (`multipart/form-data`). It is for clients whose generator supports only one type of body per operation. ' +
    CHECKED_DIGEST,
  body: FORM_BODY,
  refusals: [...OF_AN_UPLOAD, ...OF_IDEMPOTENCY],
  async act(ports, asked, files) {
    assertForm(asked.request.heldContentType);
    return certify(ports, asked, files, '/certificates/upload');
  },
});

export const UPLOAD_OPERATIONS = [createCertificate, uploadCertificate];

async function certify(
  ports: CertifyPorts,
  { who, certificatesLeft = 0, baseUrl, request, reply }: Asked<unknown, unknown, unknown, KeyWho>,
  files: StoredFiles,
  path: string,
): Promise<undefined> {
  const { caller } = who;
  await certifyUpload(ports, ports.site, request, reply, {
    uploader: { ...caller, certificatesLeft, files },
    operation: `POST ${PUBLIC_API}${path}`,
    collectionUrl: `${baseUrl}${PUBLIC_API}/certificates`,
    onMade: () => {
      request.use = { source: caller, certificates: 1 };
    },
  });
}

function assertForm(contentType: string): void {
  if (/^\s*multipart\/form-data\s*(?:;|$)/i.test(contentType)) return;
  throw new AppError('unsupported_media_type', {
    en: 'Send a form here (multipart/form-data). JSON goes to POST /api/public/v1/certificates.',
    es: 'Envíe aquí un formulario (multipart/form-data). El JSON va a POST /api/public/v1/certificates.',
  });
}
