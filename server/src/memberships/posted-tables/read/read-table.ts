/** Reads a posted CSV table. It may have many rows, so it is read in pieces; other requests are served in between. */

import { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { AppError } from '../../../kernel/errors.ts';
import { mapInPieces, nextPiece } from '../../../kernel/pacing/pieces.ts';
import { decodeTable, type Encoding } from './decode-table.ts';
import { assertFew, findHeader, MAX_COLUMNS, MOST_ABOVE, readHeader } from './read-header.ts';
import { invalidTable, noRows, tooManyRows } from './refusals.ts';
import type { TableFields } from './table-fields.ts';

/**
 * The separators that are recognised. Spreadsheets use the separator of their country, so it is detected from the
 * header row.
 */
const DELIMITERS = [',', ';', '\t'] as const;

type Delimiter = (typeof DELIMITERS)[number];

type Table = {
  /** The names of the columns as posted, each once. */
  headers: string[];
  /**
   * The rows as posted, without blank lines. A row may have more or fewer cells than there are columns (see `cellsOf`).
   */
  rows: string[][];
  encoding: Encoding;
  delimiter: Delimiter;
};

export const MAX_ROWS = 10_000;
export const MAX_TABLE_BYTES = 8 * 1024 * 1024;
/**
 * The most characters of a row. It is more than any row of a hundred columns needs, and it keeps an unclosed quote from
 * turning the rest of the file into one cell.
 */
const MAX_ROW_CHARS = 200_000;
const SLICE_CHARS = 16_384;

export async function readTable(bytes: Uint8Array, fields: TableFields): Promise<Table> {
  const { text, encoding } = decodeTable(bytes);
  const delimiter = findDelimiter(text);
  const records = await readRecords(text, {
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_ROW_CHARS,
  });
  const at = findHeader(records, fields);
  const rows = records.slice(at + 1);
  if (rows.length === 0) throw noRows();
  if (rows.length > MAX_ROWS) throw tooManyRows();
  const headers = readHeader(records[at] ?? []);
  const cells = await mapInPieces(rows, (row) => toCells(row, headers.length));
  return { headers, rows: cells, encoding, delimiter };
}

/**
 * The separator that occurs most often in the header row, outside quotes. Lines above it may be titles, so the first
 * line that contains a separator decides. If there is only one column, it is the comma.
 */
function findDelimiter(text: string): Delimiter {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const char of firstChars(text)) {
    if (char === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ((char === '\n' || char === '\r') && [...counts.values()].some((count) => count > 0)) break;
    const count = counts.get(char);
    if (count !== undefined) counts.set(char, count + 1);
  }
  return DELIMITERS.reduce((best, one) => ((counts.get(one) ?? 0) > (counts.get(best) ?? 0) ? one : best));
}

/**
 * How much of the file is searched for the end of the header row, so that a file without line breaks is not searched to
 * its end.
 */
function firstChars(text: string): string {
  return text.trimStart().slice(0, 65_536);
}

async function readRecords(text: string, options: Options): Promise<string[][]> {
  const records: string[][] = [];
  const source = Readable.from(slices(text));
  const parser = parse(options);
  source.pipe(parser);
  try {
    for await (const record of parser) {
      if (records.length === 0) assertFew(record.findLastIndex((name: string) => name.trim() !== '') + 1);
      records.push(withoutTail(record));
      if (records.length > MAX_ROWS + 1 + MOST_ABOVE) throw tooManyRows();
    }
  } catch (error) {
    throw error instanceof AppError ? error : asRefusal(error, records.length);
  } finally {
    source.destroy();
    parser.destroy();
  }
  return records;
}

async function* slices(text: string): AsyncGenerator<string> {
  for (let start = 0; start < text.length; start += SLICE_CHARS) {
    yield text.slice(start, start + SLICE_CHARS);
    await nextPiece();
  }
}

function asRefusal(error: unknown, row: number): unknown {
  if (!(error instanceof CsvError)) return error;
  return invalidTable(
    `Row ${row} does not end: close the quotation mark (") that was opened there. A row has at most ${MAX_ROW_CHARS} characters.`,
    `La fila ${row} no termina: cierre las comillas (") que se abrieron ahí. Una fila tiene como máximo ${MAX_ROW_CHARS} caracteres.`,
  );
}

/** Keeps only a few cells of a row that has far too many. The row is refused anyway. */
function withoutTail(record: string[]): string[] {
  if (record.length <= MAX_COLUMNS) return record;
  const beyond = record.slice(MAX_COLUMNS).find((cell) => cell.trim() !== '');
  return [...record.slice(0, MAX_COLUMNS), ...(beyond === undefined ? [] : [beyond])];
}

/** Drops blank cells beyond the last column, which spreadsheets leave behind. */
function toCells(row: readonly string[], columns: number): string[] {
  const cells = row.map(withoutGuard);
  while (cells.length > columns && cells.at(-1)?.trim() === '') cells.pop();
  return cells;
}

/**
 * Removes the apostrophe that http/csv.ts put before a formula, so that our own table is read back with the same
 * values.
 */
function withoutGuard(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}
