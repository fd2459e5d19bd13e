/** The fields that a table may have, the words that people use for them, and how their cells are read. */

import { parseDay } from '@sello/rules';
import type { Text } from '../../../kernel/errors.ts';
import { dayOfSerial } from './workbook/number-format.ts';

type CellKind = 'day' | 'flag' | 'percent' | 'role' | 'state';

export type TableFields = {
  /** The fields with other words for each, in any spelling. */
  words: Readonly<Record<string, readonly string[]>>;
  kinds: Readonly<Record<string, CellKind>>;
  /** What each field is called, in the order of the template. */
  labels: Readonly<Record<string, Text>>;
  /** Fields that a column may contain, although the template does not have them. */
  others?: Readonly<Record<string, Text>>;
  /** Columns of an earlier answer whose names resemble a word for a field. They are not read as a field. */
  results?: readonly string[];
  /** Splits a cell into several fields, such as one cell with both surnames. */
  parts?(cells: Record<string, string>): Record<string, string>;
};

/**
 * The cell in the form that the field needs. A value that is not understood is kept, and is refused later with the
 * field's own message.
 */
export function readCell(kind: CellKind | undefined, cell: string): string {
  if (kind === 'day') return readDay(cell);
  if (kind === 'flag') return FLAGS.get(fold(cell)) ?? cell;
  if (kind === 'state') return STATES.get(fold(cell)) ?? FLAGS.get(fold(cell)) ?? cell;
  if (kind === 'role') return ROLES.get(fold(cell)) ?? cell;
  return kind === 'percent' ? cell.replace(/ ?%$/, '') : cell;
}

const FLAGS = new Map([
  ...['si', 'yes', 'x', 'verdadero', 'true', '1'].map((word) => [word, 'true'] as const),
  ...['no', 'falso', 'false', '0'].map((word) => [word, 'false'] as const),
]);

/** The words with which people say that something is done or not done. */
const STATES = new Map([
  ...['hecho', 'hecha', 'cumplido', 'cumple', 'pagado', 'pagada', 'entregado', 'aprobado', 'ok'].map(
    (word) => [word, 'true'] as const,
  ),
  ...['done', 'paid', 'fulfilled', 'completed', 'passed'].map((word) => [word, 'true'] as const),
  ...['pendiente', 'falta', 'no pagado', 'no cumple', 'pending', 'missing', 'unpaid'].map(
    (word) => [word, 'false'] as const,
  ),
]);

const ROLES = new Map([
  ...['asistente', 'participante', 'alumno', 'attendee'].map((word) => [word, 'attendee'] as const),
  ...['ponente', 'conferencista', 'expositor', 'speaker'].map((word) => [word, 'speaker'] as const),
  ...['profesor', 'profesora', 'docente', 'teacher'].map((word) => [word, 'teacher'] as const),
  ...['organizador', 'organizadora', 'organizer'].map((word) => [word, 'organizer'] as const),
]);

const MONTHS = [
  ['enero', 'ene', 'january', 'jan'],
  ['febrero', 'feb', 'february'],
  ['marzo', 'mar', 'march'],
  ['abril', 'abr', 'april', 'apr'],
  ['mayo', 'may'],
  ['junio', 'jun', 'june'],
  ['julio', 'jul', 'july'],
  ['agosto', 'ago', 'august', 'aug'],
  ['septiembre', 'setiembre', 'sep', 'sept', 'september'],
  ['octubre', 'oct', 'october'],
  ['noviembre', 'nov', 'november'],
  ['diciembre', 'dic', 'december', 'dec'],
];

/** Serial numbers from 1927 to 2119. Shorter numbers are more likely years. */
const SERIAL = /^[1-7]\d{4}(?:\.\d{1,15})?$/;

/**
 * Days as people write them: 31/01/2026, with the day first as in all of Latin America, 31-ene-2026, 31 de enero de
 * 2026, or the number that Excel shows for an unformatted day. A year of two digits is refused, because it could belong
 * to two centuries.
 */
function readDay(cell: string): string {
  const text = fold(cell);
  if (SERIAL.test(text)) return dayOfSerial(Number(text)) ?? cell;
  // Databases add midnight to a day. A text with another time is not a day.
  const day = text.replace(/ 00?:00(?::00)?(?:\.0{1,9})?$/, '');
  if (/^\d{4}-\d\d-\d\d$/.test(day)) return day;
  const parts = day.split(/[ ,./-]+/).filter((part) => part !== 'de' && part !== 'del');
  const [first = '', middle = '', last = ''] = parts;
  if (parts.length !== 3) return cell;
  if (/^\d{4}$/.test(first)) return written(first, middle, last) ?? cell;
  if (/^[a-z]+$/.test(first)) return written(last, first, middle) ?? cell;
  return written(last, middle, first) ?? cell;
}

function written(year: string, month: string, day: string): string | undefined {
  const named = MONTHS.findIndex((names) => names.includes(month));
  const number = named < 0 ? month : String(named + 1);
  if (!/^\d{4}$/.test(year) || !/^\d\d?$/.test(number) || !/^\d\d?$/.test(day)) return undefined;
  const text = `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return parseDay(text) === null ? undefined : text;
}

function fold(cell: string): string {
  return cell.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
