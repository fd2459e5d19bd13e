/** Changes what a certificate is called and how its owner finds it. None of that is evidence: proofs stay as they are. */

import { type Static, Type } from 'typebox';
import { changesBetween } from '../../audit/changes-between.ts';
import {
  assertMetadata,
  ExternalId,
  externalIdTaken,
  MetadataChange,
  mergeMetadata,
} from '../../http/metadata.ts';
import { nullable } from '../../http/schema.ts';
import { assertText, invalidField } from '../../http/text-rules.ts';
import type { Actor } from '../../kernel/actor.ts';
import { type Clock, isoTime } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CertificateId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Certificate } from '../certificate.ts';
import { certificateNotFound } from '../read-certificates.ts';
import { MOST_TAG_CHARS, Tags, tidyTags } from '../tags.ts';
import type { CertificateChanges } from './ports.ts';

export const CertificateChange = Type.Object(
  {
    title: Type.Optional(Type.String({ minLength: 1, maxLength: 500 })),
    description: Type.Optional(nullable(Type.String({ maxLength: 5_000 }))),
    document_type: Type.Optional(nullable(Type.String({ maxLength: 100 }))),
    external_id: Type.Optional(nullable(ExternalId)),
    metadata: Type.Optional(MetadataChange),
    tags: Type.Optional(Tags),
  },
  {
    description: 'Fields that are left out stay; null clears one.',
    examples: [{ title: 'Contrato firmado', metadata: { order: '1042', draft: null }, tags: ['urgente'] }],
  },
);

type Change = Static<typeof CertificateChange>;

export async function changeCertificate(
  ports: { certificateChanges: CertificateChanges; now: Clock },
  who: Owner & { by: Actor },
  id: CertificateId,
  change: Change,
): Promise<Certificate> {
  assertChange(change);
  const now = ports.now();
  const outcome = await ports.certificateChanges.change(who, id, (before) => {
    const after = { ...applyChange(before, change), changedAt: isoTime(now) };
    const changes = changesBetween(fieldsOf(before), fieldsOf(after));
    // If nothing differs, nothing is written, and the record does not claim to have changed.
    if (Object.keys(changes).length === 0) return undefined;
    const { accountId, livemode, by } = who;
    const details = { changes, mode: livemode ? 'live' : 'test' };
    const note = { accountId, at: now, action: 'certificate.change' as const, by, target: id, details };
    return { after, note };
  });
  if (outcome === undefined) throw certificateNotFound();
  if ('takenBy' in outcome) throw externalIdTaken(outcome.takenBy);
  return outcome;
}

const FIELDS = Object.keys(CertificateChange.properties);

function assertChange(change: Change): void {
  if (!Object.keys(change).some((field) => FIELDS.includes(field))) {
    const names = FIELDS.map((field) => `\`${field}\``).join(', ');
    throw new AppError('validation_failed', {
      en: `The body changes nothing; send at least one of ${names}.`,
      es: `El cuerpo no cambia nada; envíe al menos uno de ${names}.`,
    });
  }
  assertLine('title', change.title, 500);
  assertLine('document_type', change.document_type, 100);
  assertLine('external_id', change.external_id, 100);
  if (typeof change.description === 'string')
    assertText('`description`', change.description, { maxChars: 5_000, multiline: true });
  assertMetadata(change.metadata);
  for (const tag of change.tags ?? []) assertLine('tags', tag, MOST_TAG_CHARS);
}

function assertLine(field: string, value: string | null | undefined, maxChars: number): void {
  if (typeof value !== 'string') return;
  assertText(`\`${field}\``, value, { maxChars, multiline: false });
  if (field !== 'document_type' && value.trim() === '')
    throw invalidField(`\`${field}\``, 'must not be blank.', 'no debe estar en blanco.');
}

function applyChange(before: Certificate, change: Change): Certificate {
  const given = <T>(value: T | null | undefined, kept: T | undefined) =>
    value === undefined ? kept : (value ?? undefined);
  return {
    ...before,
    title: change.title ?? before.title,
    description: given(change.description, before.description),
    documentType: given(change.document_type, before.documentType),
    externalId: given(change.external_id, before.externalId),
    metadata: mergeMetadata(before.metadata, change.metadata ?? {}),
    tags: change.tags === undefined ? before.tags : tidyTags(change.tags),
  };
}

function fieldsOf({ title, description, documentType, externalId, metadata, tags }: Certificate) {
  const sorted = Object.fromEntries(Object.entries(metadata).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { title, description, document_type: documentType, external_id: externalId, metadata: sorted, tags };
}
