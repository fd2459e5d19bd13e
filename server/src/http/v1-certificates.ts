/** Public API: list and read certificates, and look a hash up. */

import { Type } from 'typebox';
import { certificateNotFound } from '../app/read-certificates.ts';
import { CERTIFICATE_STATUSES, type CertificateStatus } from '../domain/certificate.ts';
import { AppError } from '../domain/errors.ts';
import { parseId } from '../domain/ids.ts';
import { parseSha256Hex } from '../domain/sha256-hex.ts';
import type { CertificateFilter } from '../ports.ts';
import { CertificateRef, toRecord } from './certificate-record.ts';
import { dateTimeOf } from './date-time.ts';
import { admitRequest } from './guards.ts';
import { errorResponses, oneOf } from './schema.ts';
import type { PublicApi, World } from './server.ts';

const TAGS = ['Certificates'];
const UNTIL_ADMITTED = [401, 403, 429, 500, 503] as const;

export function certificateRoutes(api: PublicApi, world: World): void {
  listCertificates(api, world);
  getCertificate(api, world);
  verifyHash(api, world);
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
