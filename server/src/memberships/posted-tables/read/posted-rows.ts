/** Posted rows, from a table, a workbook or JSON, in one shape. A row that cannot be read is a problem of that row alone. */

import * as read from '../../../database/row-reader.ts';
import { assertText } from '../../../http/text-rules.ts';
import { AppError, refusalOf } from '../../../kernel/errors.ts';
import { mapInPieces } from '../../../kernel/pacing/pieces.ts';
import type { Holder } from '../../../kernel/shares/shared.ts';
import type { Asked, PostedTable } from '../../../operations/operation.ts';
import { assertTexts } from '../../../operations/read-body.ts';
import { type Encoding, isArchive } from './decode-table.ts';
import { type NamedColumn, nameColumns } from './name-columns.ts';
import { assertFew, findHeader, MAX_NAME_CHARS, MOST_ABOVE, readHeader } from './read-header.ts';
import { MAX_ROWS, readTable } from './read-table.ts';
import { noRows, tooManyRows } from './refusals.ts';
import { readCell, type TableFields } from './table-fields.ts';
import { readWorkbookAside } from './workbook/read-aside.ts';
import type { SheetRow } from './workbook/read-sheet.ts';

export type PostedRow = {
  /**
   * The number of the row. 1 is the first row below the header, or the first of `rows`. Blank lines are not counted.
   */
  number: number;
  /** The values by field. Blank cells and nulls of a table are left out. */
  cells: Record<string, unknown>;
  /** Why the row cannot be read at all. */
  problem: AppError | undefined;
};

export type PostedRows = {
  /** The fields in the order of the table. */
  columns: string[];
  /** What field each column of a table was found to contain. Undefined for JSON, whose rows name fields. */
  named: NamedColumn[] | undefined;
  rows: PostedRow[];
  /** Undefined for JSON, which is always UTF-8. */
  encoding: Encoding | 'xlsx' | undefined;
};

type AskedTable = Pick<
  Asked<unknown, { columns?: string }, { rows: unknown[] } | undefined>,
  'who' | 'query' | 'body' | 'table'
>;

/** Reads a posted table before its transaction begins, because reading a large workbook takes a second. */
export function tableReader(fields: TableFields) {
  return (_: unknown, { who, query, body, table }: AskedTable): Promise<PostedRows> => {
    const { columns } = query;
    return readPostedRows({ table, json: body?.rows, columns, holder: who.accountId }, fields);
  };
}

type Posted = {
  table: PostedTable | undefined;
  json: readonly unknown[] | undefined;
  /** The fields that the caller named for the columns of a table. */
  columns: string | undefined;
  /** The holder in whose share of the threads a workbook is read. */
  holder: Holder;
};

export async function readPostedRows(posted: Posted, fields: TableFields): Promise<PostedRows> {
  const { table } = posted;
  if (table === undefined) return fromJson(posted.json ?? []);
  const isWorkbook = isArchive(table.bytes);
  const { headers, rows, encoding } = isWorkbook
    ? await fromWorkbook(posted.holder, table.bytes, fields)
    : await fromTable(table.bytes, fields);
  const named = nameColumns(headers, fields, posted.columns);
  const read = await mapInPieces(rows, (row, i) => toRow(row, named, fields, i + 1));
  return { columns: named.map(({ key }) => key), named, rows: read, encoding };
}

type RawRow = { cells: readonly string[]; problem: AppError | undefined };

async function fromTable(bytes: Uint8Array, fields: TableFields) {
  const { headers, rows, encoding } = await readTable(bytes, fields);
  const raw = await mapInPieces(rows, (cells): RawRow => {
    const problem = cells.length === headers.length ? undefined : ragged(headers.length, cells.length);
    return { cells, problem };
  });
  return { headers, rows: raw, encoding };
}

async function fromWorkbook(holder: Holder, bytes: Uint8Array, fields: TableFields) {
  const records = await readWorkbookAside(holder, bytes, MAX_ROWS + 1 + MOST_ABOVE);
  const texts = records.map(({ cells }) => cells);
  const at = findHeader(texts, fields);
  const rows = records.slice(at + 1);
  if (rows.length === 0) throw noRows();
  if (rows.length > MAX_ROWS) throw tooManyRows();
  const headers = readHeader(Array.from(texts[at] ?? []));
  return { headers, rows: rows.map((row) => toRawRow(row, headers)), encoding: 'xlsx' as const };
}

function toRawRow({ cells, bad }: SheetRow, headers: readonly string[]): RawRow {
  if (cells.length > headers.length) return { cells, problem: ragged(headers.length, cells.length) };
  const column = bad && headers[bad.column];
  return { cells, problem: column === undefined ? undefined : badCell(column) };
}

function toRow(
  { cells, problem }: RawRow,
  named: readonly NamedColumn[],
  { kinds, parts }: TableFields,
  number: number,
): PostedRow {
  const found = named.flatMap(({ key }, i) => {
    const cell = cells[i]?.trim() ?? '';
    return cell === '' ? [] : [[key, readCell(kinds[key], cell)] as const];
  });
  const all: Record<string, string> = Object.fromEntries(found);
  return { number, cells: parts?.(all) ?? all, problem: problem ?? textProblem(found) };
}

async function fromJson(json: readonly unknown[]): Promise<PostedRows> {
  if (json.length === 0) throw noRows();
  if (json.length > MAX_ROWS) throw tooManyRows();
  const columns = new Set<string>();
  const rows = await mapInPieces(json, (item, i): PostedRow => {
    if (!read.isRecord(item)) return { number: i + 1, cells: {}, problem: notAnObject() };
    const problem = refusalOf(() => {
      assertTexts(item, '');
      assertShortNames(item);
    });
    if (problem !== undefined) return { number: i + 1, cells: {}, problem };
    for (const column of Object.keys(item)) columns.add(column);
    assertFew(columns.size);
    return { number: i + 1, cells: item, problem: undefined };
  });
  return { columns: [...columns], named: undefined, rows, encoding: undefined };
}

/** Names in JSON are limited too, because they are kept with the posting for good, like the columns of a table. */
function assertShortNames(item: Record<string, unknown>): void {
  for (const name of Object.keys(item))
    assertText(`\`${name.slice(0, 40)}\``, name, { maxChars: MAX_NAME_CHARS, multiline: false });
}

/** An invalid character spoils only its own row. */
function textProblem(named: readonly (readonly [string, string])[]): AppError | undefined {
  return refusalOf(() => {
    for (const [column, cell] of named)
      assertText(`\`${column}\``, cell, { maxChars: 20_000, multiline: true });
  });
}

function ragged(columns: number, cells: number): AppError {
  return new AppError('validation_failed', {
    en: `The row has ${cells} cells, the header ${columns}. Check its quotation marks and separators.`,
    es: `La fila tiene ${cells} celdas y el encabezado ${columns}. Revise sus comillas y separadores.`,
  });
}

function badCell(column: string): AppError {
  return new AppError('validation_failed', {
    en: `\`${column}\` holds a formula without a result, or an error such as #N/A. Type the value instead.`,
    es: `\`${column}\` tiene una fórmula sin resultado o un error como #N/A. Escriba el valor.`,
  });
}

function notAnObject(): AppError {
  return new AppError('validation_failed', {
    en: 'The row must be an object of fields by name.',
    es: 'La fila debe ser un objeto con campos por nombre.',
  });
}
