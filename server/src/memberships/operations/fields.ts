/** Fields that several records share: points, days, external ids, metadata. */

import { type TSchema, Type } from 'typebox';
import { nullable } from '../../http/schema.ts';
import { assertText, invalidField } from '../../http/text-rules.ts';
import { parseDay } from '../rules/day.ts';

/** Comes as a text of any length, so that the refusal can say what a day is: see `dayOf`. */
export const Day = Type.String({
  maxLength: 100,
  description: 'A day without a time, in the time zone of the account, such as 2026-01-31.',
});

export const Points = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100_000,
  description: 'At most two decimals.',
});

export const ExternalId = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Your own id for the record; no two records of its kind have the same.',
});

export const Metadata = Type.Record(Type.String(), Type.String(), {
  maxProperties: 50,
  description: 'Whatever you want to keep with it: keys of 1 to 40 characters, texts of at most 500.',
});

/** In a PATCH null removes a key. */
export const MetadataChange = Type.Record(Type.String(), nullable(Type.String()), {
  maxProperties: 100,
  description: 'Keys that are named change, null removes one, the others stay.',
});

/** The fields of every record; `object` is its name. */
export function recordFields(object: string) {
  return {
    id: Type.String(),
    object: Type.Unsafe<string>({ type: 'string', const: object }),
    livemode: Type.Boolean(),
    external_id: nullable(Type.String()),
    metadata: Type.Record(Type.String(), Type.String()),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  };
}

/** As PostgreSQL stores it and answers show it, or a refusal that names the field. */
export function dayOf(field: string, text: string): string {
  if (parseDay(text) !== null) return text;
  throw invalidField(
    `\`${field}\``,
    'must be a day of the calendar without a time, for example 2026-01-31.',
    'debe ser un día del calendario sin hora, por ejemplo 2026-01-31.',
  );
}

/** Points, hours and percentages are kept as whole hundredths: 0.1 + 0.2 is 0.3. */
export function hundredthsOf(field: string, value: number): number {
  const hundredths = Math.round(value * 100);
  if (hundredths / 100 === value) return hundredths;
  throw invalidField(
    `\`${field}\``,
    'may have at most two decimals.',
    'puede tener como máximo dos decimales.',
  );
}

export function fromHundredths(hundredths: number): number {
  return hundredths / 100;
}

export function assertLine(field: string, value: string | null | undefined, maxChars: number): void {
  if (typeof value !== 'string') return;
  assertText(`\`${field}\``, value, { maxChars, multiline: false });
  if (value.trim() === '')
    throw invalidField(`\`${field}\``, 'must not be blank.', 'no debe estar en blanco.');
}

export function assertLines(field: string, value: string | null | undefined, maxChars: number): void {
  if (typeof value === 'string') assertText(`\`${field}\``, value, { maxChars, multiline: true });
}

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
    if (value !== null) assertText(field, value, { maxChars: 500, multiline: true });
  }
}

/** What the record has after a PATCH: keys are merged, null removes one. */
export function mergeMetadata(before: Record<string, string>, change: MetadataValue): Record<string, string> {
  const merged = new Map(Object.entries(before));
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key);
    else merged.set(key, value);
  }
  if (merged.size > 50) {
    throw invalidField('`metadata`', 'may have at most 50 keys.', 'puede tener como máximo 50 claves.');
  }
  return Object.fromEntries(merged);
}

/** All fields of a PATCH are optional. */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(schema);
}
