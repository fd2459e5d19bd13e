/** Public API: make, list and read certificates, and look a hash up. */

import { Type } from 'typebox';
import { allowanceExhausted, certifyFile, type ReceivedFile } from '../app/certify-file.ts';
import { certificateNotFound } from '../app/read-certificates.ts';
import {
  CERTIFICATE_STATUSES,
  type Certificate,
  type CertificateStatus,
  MAX_FILE_BYTES,
} from '../domain/certificate.ts';
import { AppError } from '../domain/errors.ts';
import { parseId } from '../domain/ids.ts';
import { parseSha256Hex } from '../domain/sha256-hex.ts';
import type { CertificateFilter } from '../ports.ts';
import { CertificateRef, toRecord } from './certificate-record.ts';
import { assertSha256Field, watchContentDigest } from './content-digest.ts';
import { dateTimeOf } from './date-time.ts';
import { expectsContinue } from './expect-continue.ts';
import { admitRequest } from './guards.ts';
import { heldContentType, holdContentType } from './held-content-type.ts';
import { parseIdempotencyKey } from './idempotency-key.ts';
import { errorResponses, oneOf } from './schema.ts';
import type { PublicApi, World } from './server.ts';
import { assertWorthSending, readUpload } from './upload.ts';
import { UPLOAD_BODY } from './upload-schema.ts';

const TAGS = ['Certificates'];
const LIMITS = { maxFileBytes: MAX_FILE_BYTES };
const UNTIL_ADMITTED = [401, 403, 429, 500, 503] as const;

export function certificateRoutes(api: PublicApi, world: World): void {
  postCertificate(api, world);
  listCertificates(api, world);
  getCertificate(api, world);
  verifyHash(api, world);
}

function postCertificate(api: PublicApi, { ports, config }: World): void {
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
        tags: TAGS,
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
          ...errorResponses(400, 402, 409, 413, 415, 422, 502, ...UNTIL_ADMITTED),
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

const PAGE = { limit: 20, offset: 0 };

function listCertificates(api: PublicApi, { ports, config }: World): void {
  api.get(
    '/certificates',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      schema: {
        operationId: 'listCertificates',
        summary: 'List certificates',
        description:
          'Newest first. Certificates of test keys and of live keys are listed apart, each to keys of their mode.',
        tags: TAGS,
        querystring: Type.Object({
          limit: Type.Optional(
            Type.Integer({ minimum: 1, maximum: 100, default: PAGE.limit, description: 'Page size.' }),
          ),
          offset: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 2_147_483_647,
              default: PAGE.offset,
              description: 'Certificates to skip.',
            }),
          ),
          status: Type.Optional(oneOf(CERTIFICATE_STATUSES)),
          document_type: Type.Optional(Type.String({ maxLength: 100 })),
          sha256: Type.Optional(Type.String({ description: '64 hexadecimal characters, in any case.' })),
          q: Type.Optional(
            Type.String({
              maxLength: 200,
              description: 'Part of the title or of the file name, in any case.',
            }),
          ),
          created_after: Type.Optional(Type.String({ format: 'date-time' })),
          created_before: Type.Optional(Type.String({ format: 'date-time' })),
        }),
        response: {
          200: Type.Object(
            {
              certificates: Type.Array(CertificateRef),
              pagination: Type.Object({
                limit: Type.Integer(),
                offset: Type.Integer(),
                total: Type.Integer({ description: 'How many match in all.' }),
                has_more: Type.Boolean(),
              }),
            },
            { description: 'One page of them.' },
          ),
          ...errorResponses(422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { limit = PAGE.limit, offset = PAGE.offset } = request.query;
      const { value } = await admitRequest(ports, config.serviceName, request, reply, () =>
        ports.certificates.page(limit, offset, toFilter(request.query)),
      );
      return {
        certificates: value.certificates.map((certificate) => toRecord(config.baseUrl, certificate)),
        pagination: {
          limit,
          offset,
          total: value.total,
          has_more: offset + value.certificates.length < value.total,
        },
      };
    },
  );
}

type ListQuery = {
  status?: CertificateStatus;
  document_type?: string;
  sha256?: string;
  q?: string;
  created_after?: string;
  created_before?: string;
};

function toFilter(query: ListQuery): CertificateFilter {
  for (const value of [query.q, query.document_type]) assertNoNul(value);
  return {
    ...(query.status && { status: query.status }),
    ...(query.document_type !== undefined && { documentType: query.document_type }),
    ...(query.sha256 !== undefined && { sha256: hashOf(query.sha256) }),
    ...(query.q && { text: query.q }),
    ...(query.created_after !== undefined && {
      createdAfter: dateTimeOf('created_after', query.created_after),
    }),
    ...(query.created_before !== undefined && {
      createdBefore: dateTimeOf('created_before', query.created_before),
    }),
  };
}

function assertNoNul(value: string | undefined): void {
  if (!value?.includes('\0')) return;
  throw new AppError('validation_failed', {
    en: 'A filter holds the character U+0000; remove it.',
    es: 'Un filtro contiene el carácter U+0000; quítelo.',
  });
}

function getCertificate(api: PublicApi, { ports, config }: World): void {
  api.get(
    '/certificates/:id',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      schema: {
        operationId: 'getCertificate',
        summary: 'Read a certificate',
        tags: TAGS,
        params: Type.Object({ id: Type.String() }),
        response: {
          200: Type.Object({ certificate: CertificateRef }, { description: 'The certificate.' }),
          ...errorResponses(400, 404, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const id = parseId('cert', request.params.id);
      const { value } = await admitRequest(ports, config.serviceName, request, reply, () =>
        id === undefined ? ports.certificates.nothing() : ports.certificates.one(id),
      );
      if (value === undefined) throw certificateNotFound();
      return { certificate: toRecord(config.baseUrl, value) };
    },
  );
}

function verifyHash(api: PublicApi, { ports, config }: World): void {
  api.get(
    '/verify/:hash',
    {
      config: { scope: 'verify:read' },
      attachValidation: true,
      schema: {
        operationId: 'verifyHash',
        summary: 'Was this hash certified?',
        description:
          'Tells whether a file with this SHA-256 was certified under your account, with at most the newest 100 certificates.',
        tags: ['Verify'],
        params: Type.Object({
          hash: Type.String({ description: 'SHA-256 of a file: 64 hexadecimal characters, in any case.' }),
        }),
        response: {
          200: Type.Object(
            {
              certified: Type.Boolean(),
              hash: Type.String({ description: 'In lower case.' }),
              certificates: Type.Array(CertificateRef),
            },
            { description: 'Whether it was, and by which certificates. An unknown hash is no error.' },
          ),
          ...errorResponses(400, 422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { value } = await admitRequest(ports, config.serviceName, request, reply, () =>
        ports.certificates.bySha256(hashOf(request.params.hash)),
      );
      return {
        certified: value.length > 0,
        hash: request.params.hash.toLowerCase(),
        certificates: value.map((certificate) => toRecord(config.baseUrl, certificate)),
      };
    },
  );
}

function hashOf(text: string) {
  const hash = parseSha256Hex(text);
  if (hash !== undefined) return hash;
  throw new AppError('invalid_hash', {
    en: 'The hash must be a SHA-256: 64 hexadecimal characters.',
    es: 'El hash debe ser un SHA-256: 64 caracteres hexadecimales.',
  });
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
