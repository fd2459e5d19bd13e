/** Public API: certify a file. */

import { Type } from 'typebox';
import { allowanceExhausted, certifyFile, type ReceivedFile } from '../app/certify-file.ts';
import { type Certificate, MAX_FILE_BYTES } from '../domain/certificate.ts';
import { AppError } from '../domain/errors.ts';
import { CertificateRef, toRecord } from './certificate-record.ts';
import { assertSha256Field, watchContentDigest } from './content-digest.ts';
import { expectsContinue } from './expect-continue.ts';
import { admitRequest } from './guards.ts';
import { heldContentType, holdContentType } from './held-content-type.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { errorResponses } from './schema.ts';
import type { PublicApi, World } from './server.ts';
import { assertWorthSending, readUpload } from './upload.ts';
import { UPLOAD_BODY } from './upload-schema.ts';

const LIMITS = { maxFileBytes: MAX_FILE_BYTES };

export function certifyRoute(api: PublicApi, { ports, config }: World): void {
  const toBody = (certificate: Certificate) => ({ certificate: toRecord(config.baseUrl, certificate) });
  api.post(
    '/certificates',
    {
      config: { scope: 'certificates:write' },
      onRequest: async (request) => holdContentType(request.raw),
      // The body is read as a stream by `readUpload`, which enforces what this schema describes.
      validatorCompiler: () => () => true,
      schema: {
        operationId: 'createCertificate',
        summary: 'Certify a file',
        description:
          'Sends a file and gets it a time stamp and a place in the log. The answer comes once the time stamp is verified and stored; anchoring follows by itself.',
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
            Type.String({ description: 'RFC 9530, `sha-256=:…:`; a mismatch is refused.' }),
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
      const admitted = await admitRequest(
        ports,
        config.serviceName,
        request,
        reply,
        ports.certificates.nothing,
      );
      const key = parseIdempotencyKey(request.headers['idempotency-key']);
      // Told before the upload rather than after it. With a key the answer may be a replay, which costs nothing.
      if (admitted.caller.livemode && admitted.certificatesLeft === 0 && key === undefined)
        throw allowanceExhausted();

      const digest = watchContentDigest(oneHeader(request.headers['content-digest']), request.raw);
      assertPlainBody(request.headers['content-encoding']);
      const type = heldContentType(request.raw);
      const length = declaredLength(request.headers['content-length']);
      if (expectsContinue(request.raw)) {
        assertWorthSending(type, length, LIMITS);
        reply.raw.writeContinue();
      }
      const blob = ports.blobs.receive();
      try {
        const form = await readUpload(request.raw, type, length, blob, LIMITS);
        const { sha256, sizeBytes } = blob.finish();
        assertSha256Field(form.sha256, sha256);
        digest?.assertMatches(sha256);
        const file: ReceivedFile = {
          blob,
          sha256,
          sizeBytes,
          name: form.file.name,
          mime: form.file.mime,
          title: form.title ?? form.file.name,
          description: form.description,
          documentType: form.documentType,
        };
        const location = (certificate: Certificate) =>
          `${config.baseUrl}/api/public/v1/certificates/${certificate.id}`;
        const result = await certifyFile(
          ports,
          admitted.caller,
          file,
          key === undefined
            ? undefined
            : {
                operation: 'POST /api/public/v1/certificates',
                key,
                answerFor: (certificate) => ({
                  status: 201,
                  headers: { location: location(certificate) },
                  body: JSON.stringify(toBody(certificate)),
                }),
              },
        );
        if ('replay' in result) {
          const { status, headers, body } = result.replay;
          reply
            .code(status as 201)
            .headers(headers)
            .header('idempotent-replayed', 'true')
            .type('application/json; charset=utf-8');
          return reply.serializer((text: unknown) => text as string).send(body as never);
        }
        return reply
          .code(201)
          .header('location', location(result.certificate))
          .send(toBody(result.certificate));
      } finally {
        await blob.discard();
      }
    },
  );
}

/** What is certified are the bytes that were sent, not what they unpack to. */
function assertPlainBody(encoding: string | undefined): void {
  if (encoding === undefined || encoding.toLowerCase() === 'identity') return;
  throw new AppError('unsupported_media_type', {
    en: 'Send the body as it is, without Content-Encoding.',
    es: 'Envíe el cuerpo tal como es, sin Content-Encoding.',
  });
}

function declaredLength(header: string | undefined): number | undefined {
  return header === undefined ? undefined : Number(header);
}

function oneHeader(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header;
}
