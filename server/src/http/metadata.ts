/** Data that callers attach to a record: their own id for it, and metadata. */

import { Type } from 'typebox';
import { AppError } from '../kernel/errors.ts';
import { nullable } from './schema.ts';
import { assertText, invalidField } from './text-rules.ts';

export const ExternalId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Your own id for the record; unique among records of its kind.',
});

export const Metadata = Type.Record(Type.String(), Type.String(), {
  maxProperties: 50,
  description: 'Your own data: keys of 1 to 40 characters, texts of at most 500.',
});

/** The form of metadata in a PATCH, where null removes a key. */
export const MetadataChange = Type.Record(Type.String(), nullable(Type.String()), {
  maxProperties: 100,
  description: 'Changes only these keys; null removes a key.',
});

type MetadataValue = Record<string, string | null>;

export function assertMetadata(metadata: MetadataValue | undefined): void {
  for (const [key, value] of Object.entries(metadata ?? {})) {
    const field = `\`metadata.${key.slice(0, 40)}\``;
    if (key.length < 1 || [...key].length > 40) {
      throw invalidField(
        '`metadata`',
        'has a key that is not 1 to 40 characters long.',
        'tiene una clave que no mide de 1 a 40 caracteres.',
      );
    }
    assertText('a key of `metadata`', key, { maxChars: 40, multiline: false });
    if (value !== null) assertText(field, value, { maxChars: 500, multiline: true });
  }
}

/** The metadata of a record after a PATCH: keys are merged, and a key whose value is null is removed. */
export function mergeMetadata(before: Record<string, string>, change: MetadataValue): Record<string, string> {
  const merged = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > 50) throw tooManyKeys();
  return Object.fromEntries(merged);
}

export function tooManyKeys(): AppError {
  return invalidField('`metadata`', 'may have at most 50 keys.', 'puede tener como máximo 50 claves.');
}

export function externalIdTaken(id: string | undefined, cause?: unknown): AppError {
  const [en, es] =
    id === undefined
      ? ['`external_id` belongs to another record.', '`external_id` es de otro registro.']
      : [`\`external_id\` belongs to ${id}.`, `\`external_id\` es de ${id}.`];
  return new AppError(
    'external_id_taken',
    { en: `${en} Use another, or change that one.`, es: `${es} Use otro o cambie aquel.` },
    { cause },
  );
}
