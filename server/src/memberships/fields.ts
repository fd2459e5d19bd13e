/** Fields that several records share: points, days, external ids, metadata. */

import { parseDay } from '@sello/rules';
import { type TSchema, Type } from 'typebox';
import { nullable } from '../http/schema.ts';
import { assertText, invalidField } from '../http/text-rules.ts';

export {
  assertMetadata,
  ExternalId,
  Metadata,
  MetadataChange,
  mergeMetadata,
} from '../http/metadata.ts';

/** A day is accepted as text of any length, so that the refusal can explain the format (see `dayOf`). */
export const Day = Type.String({
  description: 'A day without a time, in the time zone of the account, such as 2026-01-31.',
});

export const Points = Type.Number({
  exclusiveMinimum: 0,
  maximum: 100_000,
  description: 'At most two decimals.',
});

/** The fields that every record has. `object` is the type of the record. */
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

const EARLIEST = '1900-01-01';
const LATEST = '2200-12-31';

/** What is wrong with the text of a day: it is not a date, or its year is a typing error. */
export function dayProblem(text: string): { en: string; es: string } | undefined {
  if (parseDay(text) === null) {
    return {
      en: 'must be a day of the calendar without a time, for example 2026-01-31.',
      es: 'debe ser un día del calendario sin hora, por ejemplo 2026-01-31.',
    };
  }
  if (text >= EARLIEST && text <= LATEST) return undefined;
  return {
    en: `must lie between ${EARLIEST} and ${LATEST}.`,
    es: `debe estar entre ${EARLIEST} y ${LATEST}.`,
  };
}

/** The day as PostgreSQL stores it and answers show it. Refuses any other text and names the field. */
export function dayOf(field: string, text: string): string {
  const problem = dayProblem(text);
  if (problem === undefined) return text;
  throw invalidField(`\`${field}\``, problem.en, problem.es);
}

/** The day of something in the past. It defaults to today and may not be later. */
export function dayUpTo(field: string, text: string | undefined, today: string): string {
  const day = text === undefined ? today : dayOf(field, text);
  if (day <= today) return day;
  throw invalidField(
    `\`${field}\``,
    `must not lie after today, ${today}.`,
    `no debe ser posterior a hoy, ${today}.`,
  );
}

/** Checks the day of a filter, which may be any day of the calendar. */
export function assertBound(field: string, text: string | undefined): void {
  if (text !== undefined && parseDay(text) === null) dayOf(field, text);
}

/** Points, hours and percentages are stored as whole hundredths, so that 0.1 + 0.2 is 0.3. */
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

/** All fields of a PATCH are optional. */
export function optional<S extends TSchema>(schema: S) {
  return Type.Optional(schema);
}
