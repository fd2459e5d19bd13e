/** The part of a document that is shown in the record to which it belongs. */

import { Type } from 'typebox';
import { verificationUrl } from '../../certificates/certificate.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import type { CertificateId, DocumentId } from '../../kernel/ids.ts';
import { DOCUMENT_STATUSES, type DocumentStatus } from './document.ts';

export type DocumentStub = {
  documentId: DocumentId;
  status: DocumentStatus;
  error: string | undefined;
  folio: string | undefined;
  code: string | undefined;
  certificateId: CertificateId | undefined;
};

/**
 * Reads the valid document, or the one in progress, as a single column. So a query that only counts rows does not read
 * it.
 */
export function stubOf(column: 'award_id' | 'renewal_id', value: string): string {
  return `(select json_build_object('documentId', d.id, 'status', d.status, 'error', d.error, 'folio', d.folio, 'code', d.code,
      'certificateId', d.certificate_id) from documents d where d.${column} = ${value} and d.replaced_by is null
    order by d.status = 'certified' desc limit 1) as document`;
}

export function toStub(row: Row): DocumentStub | undefined {
  if (row.document === null) return undefined;
  const kept = read.shaped(row, 'document', isStub, 'a document');
  return {
    documentId: kept.documentId,
    status: kept.status,
    error: kept.error ?? undefined,
    folio: kept.folio ?? undefined,
    code: kept.code ?? undefined,
    certificateId: kept.certificateId ?? undefined,
  };
}

type KeptStub = {
  documentId: DocumentId;
  status: DocumentStatus;
  error: string | null;
  folio: string | null;
  code: string | null;
  certificateId: CertificateId | null;
};

/** The statement above builds the value, so checking that it exists is enough. */
function isStub(value: unknown): value is KeptStub {
  return read.isRecord(value) && typeof value.documentId === 'string' && typeof value.status === 'string';
}

const StubSchema = Type.Object({
  status: oneOf(DOCUMENT_STATUSES),
  error: nullable(Type.String({ description: 'Why it could not be made.' })),
  certificate_id: nullable(Type.String()),
  qr_verification_url: nullable(Type.String({ format: 'uri' })),
});

export const DiplomaStubSchema = Type.Object({
  ...StubSchema.properties,
  folio: nullable(Type.String()),
});

export const ConstanciaStubSchema = StubSchema;

export function toConstanciaStub({ status, error, certificateId, code }: DocumentStub, baseUrl: string) {
  return {
    status,
    error: error ?? null,
    certificate_id: certificateId ?? null,
    // The verification page exists only for certified documents.
    qr_verification_url:
      code === undefined || status !== 'certified' ? null : verificationUrl(baseUrl, { code }),
  };
}

export function toDiplomaStub(stub: DocumentStub, baseUrl: string) {
  return { ...toConstanciaStub(stub, baseUrl), folio: stub.folio ?? null };
}
