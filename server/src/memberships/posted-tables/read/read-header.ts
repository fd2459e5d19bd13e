/** The names of a table's columns. */

import { assertText } from '../../../http/text-rules.ts';
import { invalidTable } from './refusals.ts';

export const MAX_COLUMNS = 100;

export function readHeader(record: readonly string[]): string[] {
  const columns = record.map((name) => name.trim().toLowerCase());
  while (columns.at(-1) === '') columns.pop();
  assertFew(columns.length);
  for (const [index, name] of columns.entries()) {
    if (name === '') throw nameless(index + 1);
    assertText(`\`${name.slice(0, 40)}\``, name, { maxChars: 100, multiline: false });
    if (columns.indexOf(name) < index) throw doubled(name);
  }
  return columns;
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
