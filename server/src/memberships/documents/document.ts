/**
 * A document. After it is requested, its content is fixed together with folio and code; then it is rendered and
 * certified.
 */

import type { Actor } from '../../kernel/actor.ts';
import { AppError, type Text } from '../../kernel/errors.ts';
import type { AwardId, CertificateId, DocumentId, MemberId, RenewalId } from '../../kernel/ids.ts';
import type { DocumentContent } from './content.ts';

export const DOCUMENT_KINDS = ['diploma', 'constancia', 'transcript'] as const;

export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** A document that `failed` has a reason and may be requested again. It keeps its folio and its code. */
export const DOCUMENT_STATUSES = ['queued', 'certified', 'failed'] as const;

export type DocumentStatus = (typeof DOCUMENT_STATUSES)[number];

/** The type of document that its certificate names. */
export const DOCUMENT_TYPES: Record<DocumentKind, string> = {
  diploma: 'diploma',
  constancia: 'constancia_de_vigencia',
  transcript: 'transcript',
};

export type Requester = Pick<Actor, 'type' | 'id' | 'role'>;

export type Document = {
  id: DocumentId;
  livemode: boolean;
  kind: DocumentKind;
  memberId: MemberId;
  awardId: AwardId | undefined;
  renewalId: RenewalId | undefined;
  /** The requested options of a transcript. */
  asked: Record<string, unknown> | undefined;
  requestedBy: Requester;
  status: DocumentStatus;
  error: string | undefined;
  message: Text | undefined;
  folio: string | undefined;
  /** The code that the certificate will have. It is assigned together with the folio. */
  code: string | undefined;
  /** The printed content. Undefined until it is fixed, and after the member was anonymised. */
  content: DocumentContent | undefined;
  certificateId: CertificateId | undefined;
  reason: string | undefined;
  replacedBy: DocumentId | undefined;
  erasedAt: Date | undefined;
  createdAt: Date;
  updatedAt: Date;
};

export type WrittenDocument = Document & { code: string; content: DocumentContent };

export function isWritten(document: Document): document is WrittenDocument {
  return document.code !== undefined && document.content !== undefined;
}

export function notReady(text: Text, retryAfterSeconds: number): AppError {
  return new AppError('diploma_not_ready', text, { retryAfterSeconds });
}

export function beingMade(): AppError {
  return notReady(
    {
      en: 'The document is being made at this moment. Try again in {wait}.',
      es: 'El documento se está haciendo en este momento. Intente de nuevo en {wait}.',
    },
    2,
  );
}
