/** Reads the cells of a posted row. A table contains text, JSON may contain numbers; both mean the same. */

import { type Refusal, refusal } from '../../../operations/refusal.ts';
import { dayProblem } from '../../fields.ts';

/** The value, undefined for an empty cell, or the problem. Messages repeat no text of the row. */
export type Cell<T> = { value: T | undefined } | { problem: Refusal };

const EMPTY = { value: undefined };

export function textCell(field: string, cell: unknown, maxChars: number): Cell<string> {
  if (isEmpty(cell)) return EMPTY;
  const text = typeof cell === 'number' ? String(cell) : cell;
  if (typeof text !== 'string' || [...text].length > maxChars || /[\r\n\t]/.test(text)) {
    return bad(
      field,
      `must be one line of at most ${maxChars} characters.`,
      `debe ser una línea de ${maxChars} caracteres como máximo.`,
    );
  }
  return { value: text.trim() };
}

export function roleCell(cell: unknown): Cell<string> {
  if (isEmpty(cell)) return EMPTY;
  if (typeof cell === 'string' && /^[a-z_]{1,30}$/.test(cell.trim())) return { value: cell.trim() };
  return bad(
    'role',
    'must be 1 to 30 small letters or underscores, for example attendee.',
    'debe tener de 1 a 30 letras minúsculas o guiones bajos, por ejemplo attendee.',
  );
}

export function dayCell(field: string, cell: unknown): Cell<string> {
  if (isEmpty(cell)) return EMPTY;
  const day = typeof cell === 'string' ? cell.trim() : '';
  const problem = dayProblem(day);
  return problem === undefined ? { value: day } : bad(field, problem.en, problem.es);
}

/**
 * A number in hundredths. A comma is refused, because "1,500" is one and a half to some people and fifteen hundred to
 * others.
 */
export function amountCell(field: string, cell: unknown, least: number, most: number): Cell<number> {
  if (isEmpty(cell)) return EMPTY;
  const number = typeof cell === 'string' ? parseAmount(cell.trim()) : cell;
  const hundredths = typeof number === 'number' ? Math.round(number * 100) : Number.NaN;
  if (hundredths / 100 === number && hundredths >= least * 100 && hundredths <= most * 100)
    return { value: hundredths };
  return bad(
    field,
    `must be a number from ${least} to ${most} with a decimal point and at most two decimals, for example 10 or 1.5.`,
    `debe ser un número de ${least} a ${most} con punto decimal y dos decimales como máximo, por ejemplo 10 o 1.5.`,
  );
}

function parseAmount(text: string): number | undefined {
  return /^\d{1,6}(?:\.\d{1,2})?$/.test(text) ? Number(text) : undefined;
}

export function isEmpty(cell: unknown): boolean {
  return cell === undefined || cell === null || (typeof cell === 'string' && cell.trim() === '');
}

function bad(field: string, en: string, es: string): { problem: Refusal } {
  return { problem: refusal('validation_failed', `\`${field}\` ${en}`, `\`${field}\` ${es}`) };
}
