/** The rows of a posting, as JSON or as a table to correct and post again. */

import { CSV_TYPE, type CsvCell, toCsv } from '../../http/csv.ts';
import type { Language } from '../../http/language.ts';
import { toWorkbook, XLSX_TYPE } from '../../http/workbook.ts';
import type { Answer, Tools, Who } from '../../operations/operation.ts';
import { note } from '../note-change.ts';
import { readPostedRows, type StoredRow } from './pg-posted-rows.ts';
import {
  hasIdentifiers,
  maskedCells,
  type Posting,
  type RowStatus,
  recordFieldOf,
  toProblemRecord,
} from './posting.ts';

type RowsQuery = { status?: RowStatus; limit?: number; offset?: number; format?: 'json' | 'csv' | 'xlsx' };

type RowsTools = Pick<Tools, 'query' | 'now' | 'serverKeys'>;

export async function answerRows(
  tools: RowsTools,
  who: Who,
  posting: Posting,
  asked: RowsQuery,
  language: Language,
): Promise<Answer> {
  const { format = 'json' } = asked;
  const isFile = format !== 'json';
  const limit = isFile ? posting.summary.rows : (asked.limit ?? 20);
  const offset = isFile ? 0 : (asked.offset ?? 0);
  const { rows, total } = await readPostedRows(tools, who, posting.id, {
    limit,
    offset,
    status: asked.status,
  });
  const shown = await forReader(tools, who, posting, rows);
  if (format !== 'json') return { status: 200, file: await toTable(posting, shown, language, format) };
  return {
    status: 200,
    body: {
      rows: shown.map((row) => ({ ...toProblemRecord(posting.kind, row, language), values: row.cells })),
      pagination: { limit, offset, total, has_more: offset + rows.length < total },
    },
  };
}

/** Identifiers are masked unless the caller may see them, which is recorded in the audit log. */
async function forReader(tools: RowsTools, who: Who, posting: Posting, rows: StoredRow[]) {
  if (!who.may('members:identify')) return rows.map((row) => ({ ...row, cells: maskedCells(row.cells) }));
  if (hasIdentifiers(posting.columns)) await note(tools, who, `${posting.kind}.identify`, posting.id);
  return rows;
}

/**
 * The columns as posted, then the result of each row. These result columns are ignored when the table is posted again.
 */
async function toTable(
  posting: Posting,
  rows: readonly StoredRow[],
  language: Language,
  format: 'csv' | 'xlsx',
) {
  const results = ['status', recordFieldOf(posting.kind), 'error', 'message'];
  const columns = posting.columns
    .map((key, i) => ({ key, header: posting.headers[i] ?? key }))
    .filter(({ header }) => !results.includes(header.toLowerCase()));
  const lines = rows.map((row): CsvCell[] => [
    ...columns.map(({ key }) => (Object.hasOwn(row.cells, key) ? toCell(row.cells[key]) : null)),
    row.status,
    row.recordId ?? null,
    row.error ?? null,
    row.message?.[language] ?? null,
  ]);
  const header = [...columns.map((column) => column.header), ...results];
  const name = `${posting.kind}-${posting.id}`;
  if (format === 'csv') return { type: CSV_TYPE, name: `${name}.csv`, content: toCsv(header, lines) };
  return { type: XLSX_TYPE, name: `${name}.xlsx`, content: await toWorkbook(header, lines) };
}

function toCell(value: unknown): CsvCell {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}
