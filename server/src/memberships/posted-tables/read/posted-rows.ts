/** Posted rows, from a table or from JSON, in one shape. A row that cannot be read is a problem of that row alone. */

import { isRecord } from '../../../database/row-reader.ts';
import { assertText } from '../../../http/text-rules.ts';
import { AppError } from '../../../kernel/errors.ts';
import { mapInPieces } from '../../../kernel/pacing/pieces.ts';
import type { PostedTable } from '../../../operations/operation.ts';
import { assertTexts } from '../../../operations/read-body.ts';
import type { Encoding } from './decode-table.ts';
import { assertFew } from './read-header.ts';
import { MAX_ROWS, readTable } from './read-table.ts';
import { noRows, tooManyRows } from './refusals.ts';

export type PostedRow = {
  /**
   * The number of the row. 1 is the first row below the header, or the first of `rows`. Blank lines are not counted.
   */
  number: number;
  /** The posted values by column. Blank cells and nulls of a table are left out. */
  cells: Record<string, unknown>;
  /** Why the row cannot be used at all. */
  problem: AppError | undefined;
};

export type PostedRows = {
  columns: string[];
  rows: PostedRow[];
  /** Undefined for JSON, which is always UTF-8. */
  encoding: Encoding | undefined;
};

export async function readPostedRows(
  table: PostedTable | undefined,
  json: readonly unknown[] | undefined,
): Promise<PostedRows> {
  return table === undefined ? fromJson(json ?? []) : fromTable(table.bytes);
}

async function fromTable(bytes: Uint8Array): Promise<PostedRows> {
  const { columns, rows, encoding } = await readTable(bytes);
  return { columns, rows: await mapInPieces(rows, (cells, i) => toRow(columns, cells, i + 1)), encoding };
}

function toRow(columns: readonly string[], cells: readonly string[], number: number): PostedRow {
  const named = columns.flatMap((column, i) => {
    const cell = cells[i]?.trim() ?? '';
    return cell === '' ? [] : [[column, cell] as const];
  });
  const problem = cells.length === columns.length ? textProblem(named) : ragged(columns.length, cells.length);
  return { number, cells: Object.fromEntries(named), problem };
}

async function fromJson(json: readonly unknown[]): Promise<PostedRows> {
  if (json.length === 0) throw noRows();
  if (json.length > MAX_ROWS) throw tooManyRows();
  const columns = new Set<string>();
  const rows = await mapInPieces(json, (item, i): PostedRow => {
    if (!isRecord(item)) return { number: i + 1, cells: {}, problem: notAnObject() };
    const problem = problemOf(() => assertTexts(item, ''));
    if (problem !== undefined) return { number: i + 1, cells: {}, problem };
    for (const column of Object.keys(item)) columns.add(column);
    assertFew(columns.size);
    return { number: i + 1, cells: item, problem: undefined };
  });
  return { columns: [...columns], rows, encoding: undefined };
}

function textProblem(named: readonly (readonly [string, string])[]): AppError | undefined {
  return problemOf(() => {
    for (const [column, cell] of named)
      assertText(`\`${column}\``, cell, { maxChars: 20_000, multiline: true });
  });
}

/** An invalid character affects only its own row. */
function problemOf(check: () => void): AppError | undefined {
  try {
    check();
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function ragged(columns: number, cells: number): AppError {
  return new AppError('validation_failed', {
    en: `The row has ${cells} cells, the header ${columns}. Check its quotation marks and separators.`,
    es: `La fila tiene ${cells} celdas y el encabezado ${columns}. Revise sus comillas y separadores.`,
  });
}

function notAnObject(): AppError {
  return new AppError('validation_failed', {
    en: 'The row must be an object of fields by name.',
    es: 'La fila debe ser un objeto con campos por nombre.',
  });
}
