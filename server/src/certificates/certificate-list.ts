/** Lists of certificates: the query parameters, and the page in the answer. */

import { Type } from 'typebox';
import { dateTimeOf } from '../http/date-time.ts';
import { oneOf } from '../http/schema.ts';
import { AppError } from '../kernel/errors.ts';
import { parseSha256Hex, type Sha256Hex } from '../kernel/sha256.ts';
import { CERTIFICATE_STATUSES, type CertificateStatus } from './certificate.ts';
import { type RecordSite, toRecord } from './certificate-record.ts';
import type { CertificateFilter, CertificatePage } from './ports.ts';

const FIRST_PAGE = { limit: 20, offset: 0 };

export const LIST_QUERY = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 100, default: FIRST_PAGE.limit, description: 'Page size.' }),
  ),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2_147_483_647,
      default: FIRST_PAGE.offset,
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
};

export const PaginationSchema = Type.Object({
  limit: Type.Integer(),
  offset: Type.Integer(),
  total: Type.Integer({ description: 'How many match in all.' }),
  has_more: Type.Boolean(),
});

export type ListQuery = {
  limit?: number;
  offset?: number;
  status?: CertificateStatus;
  document_type?: string;
  sha256?: string;
  q?: string;
  created_after?: string;
  created_before?: string;
};

/** The arguments of `CertificateStore.page`. */
export function readListQuery(query: ListQuery): [limit: number, offset: number, filter: CertificateFilter] {
  const { limit, offset } = { ...FIRST_PAGE, ...query };
  return [limit, offset, toFilter(query)];
}

export function toListPage(site: RecordSite, query: ListQuery, { certificates, total }: CertificatePage) {
  const { limit, offset } = { ...FIRST_PAGE, ...query };
  return {
    certificates: certificates.map((certificate) => toRecord(site, certificate)),
    pagination: { limit, offset, total, has_more: offset + certificates.length < total },
  };
}

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
    en: 'A filter contains the character U+0000; remove it.',
    es: 'Un filtro contiene el carácter U+0000; quítelo.',
  });
}

export function hashOf(text: string): Sha256Hex {
  const hash = parseSha256Hex(text);
  if (hash !== undefined) return hash;
  throw new AppError('invalid_hash', {
    en: 'The hash must be a SHA-256: 64 hexadecimal characters.',
    es: 'El hash debe ser un SHA-256: 64 caracteres hexadecimales.',
  });
}
