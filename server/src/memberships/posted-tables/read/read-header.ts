/** The row with the names of a table's columns. */

import { assertText } from '../../../http/text-rules.ts';
import { countNamed } from './name-columns.ts';
import { invalidTable } from './refusals.ts';
import type { TableFields } from './table-fields.ts';

export const MAX_COLUMNS = 100;
export const MAX_NAME_CHARS = 100;

/** How many rows may be above the header, such as a title, the day of printing, or the name of the list's owner. */
export const MOST_ABOVE = 9;

/** The position of the header: the first row, unless that row names no field and one of the next rows names two. */
export function findHeader(records: readonly (readonly string[])[], fields: TableFields): number {
  if (countNamed(records[0] ?? [], fields) > 0) return 0;
  const at = records.slice(0, MOST_ABOVE + 1).findIndex((record) => countNamed(record, fields) > 1);
  return Math.max(0, at);
}

/** The names as posted. Two that differ only in capitals are the same. */
export function readHeader(record: readonly string[]): string[] {
  // A line break within a name only wraps it.
  const headers = record.map((name) => name.replace(/\s+/g, ' ').trim());
  while (headers.at(-1) === '') headers.pop();
  assertFew(headers.length);
  const names = headers.map((name) => name.toLowerCase());
  for (const [index, name] of names.entries()) {
    if (name === '') throw nameless(index + 1);
    assertText(`\`${name.slice(0, 40)}\``, name, { maxChars: MAX_NAME_CHARS, multiline: false });
    if (names.indexOf(name) < index) throw doubled(name);
  }
  return headers;
}

export function assertFew(columns: number): void {
  if (columns <= MAX_COLUMNS) return;
  throw invalidTable(
    `A table may have at most ${MAX_COLUMNS} columns; this one has ${columns}. Remove those that are not needed.`,
    `Una tabla puede tener como máximo ${MAX_COLUMNS} columnas; esta tiene ${columns}. Quite las que sobran.`,
  );
}

function nameless(column: number): Error {
  return invalidTable(
    `Column ${column} has no name in the first row. Name it or remove it.`,
    `La columna ${column} no tiene nombre en la primera fila. Póngale uno o quítela.`,
  );
}

function doubled(name: string): Error {
  return invalidTable(
    `The first row names the column \`${name}\` twice. Remove one of them.`,
    `La primera fila nombra dos veces la columna \`${name}\`. Quite una de ellas.`,
  );
}
