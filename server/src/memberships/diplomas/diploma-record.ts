/** A diploma, as answers show it. */

import { type Static, Type } from 'typebox';
import { verificationUrl } from '../../certificates/certificate.ts';
import type { Language } from '../../http/language.ts';
import { nullable, oneOf } from '../../http/schema.ts';
import { DOCUMENT_STATUSES, type Document } from '../documents/document.ts';
import { EXAMPLE_HASH, EXAMPLE_TIMES, exampleId } from '../examples.ts';

const EXAMPLE_DIPLOMA = {
  id: exampleId('doc'),
  object: 'diploma',
  livemode: true,
  award_id: exampleId('awd'),
  member_id: exampleId('mem'),
  status: 'certified',
  error: null,
  message: null,
  folio: 'D-2026-000123',
  issued_on: '2026-03-10',
  certificate_id: exampleId('cert'),
  qr_verification_url: `https://sello.example.com/v/${EXAMPLE_HASH.slice(0, 22)}`,
  reason: null,
  replaced_by: null,
  ...EXAMPLE_TIMES,
};

const DiplomaSchema = Type.Object(
  {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: 'diploma' }),
    livemode: Type.Boolean(),
    award_id: Type.String(),
    member_id: Type.String(),
    status: oneOf(DOCUMENT_STATUSES, {
      description:
        '`queued`: it will be made; if the error is `allowance_exhausted`, as soon as the account has certificates again. `failed`: see `error`, and request it again with POST.',
    }),
    error: nullable(Type.String({ description: 'Why it could not be made, such as `allowance_exhausted`.' })),
    message: nullable(Type.String()),
    folio: nullable(
      Type.String({ description: 'The folios of a year have no gaps. Null while the diploma is queued.' }),
    ),
    issued_on: nullable(Type.String({ description: 'The day printed on the diploma.' })),
    certificate_id: nullable(Type.String({ description: 'The certificate over the PDF.' })),
    qr_verification_url: nullable(
      Type.String({
        format: 'uri',
        description: "The certificate's public page, in the QR code on the paper.",
      }),
    ),
    reason: nullable(Type.String({ description: 'Why it was issued again.' })),
    replaced_by: nullable(Type.String({ description: 'The diploma that was issued in its place.' })),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { title: 'Diploma', examples: [EXAMPLE_DIPLOMA] },
);

export const DiplomaAnswer = Type.Object({ diploma: DiplomaSchema });

export function toDiplomaRecord(
  document: Document,
  baseUrl: string,
  language: Language,
): Static<typeof DiplomaSchema> {
  const { content } = document;
  return {
    id: document.id,
    object: 'diploma',
    livemode: document.livemode,
    award_id: document.awardId ?? '',
    member_id: document.memberId,
    status: document.status,
    error: document.error ?? null,
    message: document.message?.[language] ?? null,
    folio: document.folio ?? null,
    issued_on: content?.kind === 'diploma' ? content.issued_on : null,
    certificate_id: document.certificateId ?? null,
    qr_verification_url:
      document.code === undefined || document.status !== 'certified'
        ? null
        : verificationUrl(baseUrl, { code: document.code }),
    reason: document.reason ?? null,
    replaced_by: document.replacedBy ?? null,
    created_at: document.createdAt.toISOString(),
    updated_at: document.updatedAt.toISOString(),
  };
}
