/** Lists of certificates: the query parameters, and the page in the answer. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { dateTimeOf } from '../http/date-time.ts';
import { assertMetadata } from '../http/metadata.ts';
import { searchText, wordsOf } from '../http/query/search-text.ts';
import { oneOf } from '../http/schema.ts';
import { invalidField } from '../http/text-rules.ts';
import { AppError } from '../kernel/errors.ts';
import { type CertificateId, parseId } from '../kernel/ids.ts';
import { parseSha256Hex, type Sha256Hex } from '../kernel/sha256.ts';
import { afterOf, listQuery } from '../operations/list.ts';
import { CERTIFICATE_STATUSES, type CertificateStatus } from './certificate.ts';
import { type RecordSite, toRecord } from './certificate-record.ts';
import type { CertificateFilter, CertificatePage, ListAsked, ListOrder } from './ports.ts';
import { MOST_TAG_CHARS } from './tags.ts';

export const FILTER_QUERY = {
  status: Type.Optional(oneOf(CERTIFICATE_STATUSES)),
  document_type: Type.Optional(Type.String({ maxLength: 100 })),
  sha256: Type.Optional(Type.String({ description: '64 hexadecimal characters, in any case.' })),
  external_id: Type.Optional(
    Type.String({ maxLength: 100, description: 'Your own id for the certificate.' }),
  ),
  metadata: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      maxProperties: 50,
      description: 'In the form `metadata[key]=value`; if there are several, all must match.',
    }),
  ),
  tag: Type.Optional(Type.String({ maxLength: MOST_TAG_CHARS, description: 'One of its tags.' })),
  ids: Type.Optional(
    Type.String({
      maxLength: 5_000,
      description: 'Only these certificates: their ids, separated by commas, at most 100.',
    }),
  ),
  q: Type.Optional(
    searchText(
      'Words, each of which must be in the title, the description, the file name, the document type or `external_id`, in any order, without regard to case and accents. The id of a certificate, or the first eight or more hexadecimal characters of a fingerprint, finds only that certificate or fingerprint.',
    ),
  ),
  created_after: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
  created_from: Type.Optional(Type.String({ format: 'date-time', description: 'Inclusive.' })),
  created_before: Type.Optional(Type.String({ format: 'date-time', description: 'Exclusive.' })),
};

/** The largest `offset`. Certificates are numbered, so their totals are exact and `offset` reaches all of them. */
export const FURTHEST_OFFSET = 2_147_483_647;

const { limit, offset, ...WALK_QUERY } = listQuery(FURTHEST_OFFSET);

export { WALK_QUERY };

export const LIST_QUERY = { limit, offset, ...WALK_QUERY, ...FILTER_QUERY };

export type FilterQuery = {
  status?: CertificateStatus;
  document_type?: string;
  sha256?: string;
  external_id?: string;
  metadata?: Record<string, string>;
  tag?: string;
  ids?: string;
  q?: string;
  created_after?: string;
  created_from?: string;
  created_before?: string;
};

export type WalkQuery = { after?: string; order?: ListOrder };

type ListQuery = FilterQuery & WalkQuery & { limit?: number; offset?: number };

export function readListQuery(query: ListQuery): ListAsked {
  const { limit = 20, offset = 0, order = 'desc' } = query;
  return { filter: readFilter(query), limit, offset, order, after: afterOf('cert', query) };
}

export function toListPage(site: RecordSite, asked: ListAsked, page: CertificatePage) {
  const { limit, offset } = asked;
  return {
    certificates: page.certificates.map((certificate) => toRecord(site, certificate)),
    pagination: { limit, offset, total: page.total, has_more: page.hasMore },
  };
}

export function readFilter(query: FilterQuery): CertificateFilter {
  for (const value of [query.q, query.document_type, query.external_id, query.tag]) assertNoNul(value);
  wordsOf('q', query.q ?? '');
  assertMetadata(query.metadata);
  return {
    ...(query.status && { status: query.status }),
    ...(query.document_type !== undefined && { documentType: query.document_type }),
    ...(query.sha256 !== undefined && { sha256: hashOf(query.sha256) }),
    ...(query.external_id !== undefined && { externalId: query.external_id }),
    ...(query.metadata !== undefined && { metadata: query.metadata }),
    ...(query.tag !== undefined && { tag: query.tag }),
    ...(query.ids !== undefined && { ids: idsOf(query.ids) }),
    ...(query.q?.trim() && { text: query.q }),
    ...(query.created_after !== undefined && {
      createdAfter: dateTimeOf('created_after', query.created_after),
    }),
    ...(query.created_from !== undefined && {
      createdFrom: dateTimeOf('created_from', query.created_from),
    }),
    ...(query.created_before !== undefined && {
      createdBefore: dateTimeOf('created_before', query.created_before),
    }),
  };
}

/**
 * Gathers the parameters `metadata[key]=value`, which arrive one by one, in one object as the schema describes it.
 */
export function gatherMetadata(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  const gathered = Object.keys(query).filter((name) => name.startsWith('metadata[') && name.endsWith(']'));
  if (gathered.length === 0) return;
  const metadata: [string, unknown][] = gathered.map((name) => [name.slice(9, -1), query[name]]);
  for (const name of gathered) delete query[name];
  query.metadata = Object.fromEntries(metadata);
}

export const MAY_BE_EMPTY: readonly string[] = [
  'after',
  'status',
  'document_type',
  'sha256',
  'external_id',
  'tag',
  'ids',
];

/**
 * A request that names all of these parameters was made from the API description by a program such as Postman:
 * parameters that it leaves empty count as not given. In other requests an empty value is a mistake of the caller, and
 * must not list everything.
 */
export function gatherListQuery(request: FastifyRequest): void {
  const query = request.query as Record<string, unknown>;
  if (MAY_BE_EMPTY.every((name) => Object.hasOwn(query, name)))
    for (const name of MAY_BE_EMPTY) if (query[name] === '') delete query[name];
  gatherMetadata(request);
}

const MOST_IDS = 100;

function idsOf(text: string): CertificateId[] {
  const given = text.split(',').map((one) => parseId('cert', one.trim()));
  const ids = given.filter((one) => one !== undefined);
  if (ids.length === given.length && ids.length <= MOST_IDS) return ids;
  throw invalidField(
    '`ids`',
    `must be ids of certificates, separated by commas, at most ${MOST_IDS}.`,
    `deben ser ids de certificados separados por comas, ${MOST_IDS} como máximo.`,
  );
}

function assertNoNul(value: string | undefined): void {
  if (!value?.includes('\0')) return;
  throw new AppError('validation_failed', {
    en: 'A filter contains the character U+0000; remove it.',
    es: 'Un filtro contiene el carácter U+0000; quítelo.',
  });
}

function hashOf(text: string): Sha256Hex {
  const hash = parseSha256Hex(text);
  if (hash !== undefined) return hash;
  throw new AppError('invalid_hash', {
    en: 'The hash must be a SHA-256: 64 hexadecimal characters.',
    es: 'El hash debe ser un SHA-256: 64 caracteres hexadecimales.',
  });
}
