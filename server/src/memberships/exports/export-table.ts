/** An export as text: a table, or one JSON record per line. It is written only as fast as the caller reads it. */

import type { TObject } from 'typebox';
import { CSV_START, csvLine } from '../../http/csv.ts';
import type { Language } from '../../http/language.ts';
import { columnsOf, type RecordColumn, toCell } from '../../http/record-table.ts';
import { labelOf, wordOf } from './words.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export type ExportedKind = {
  schema: TObject;
  /** The columns of the table for people, in their order. */
  forPeople: readonly string[];
};

type Asked = { format: ExportFormat; language: Language | undefined };

/** Each form of a record has its own fields: `record` for a line of JSON, `cells` for a line of a table. */
export type ExportedRecord = { record: object; cells: Record<string, unknown> };

export async function* writeExport(
  kind: ExportedKind,
  { format, language }: Asked,
  lots: AsyncIterable<readonly ExportedRecord[]>,
): AsyncGenerator<string> {
  if (format === 'ndjson') {
    for await (const lot of lots) yield lot.map(({ record }) => `${JSON.stringify(record)}\n`).join('');
    return;
  }
  const columns = language === undefined ? columnsOf(kind.schema) : columnsFor(kind, language);
  yield CSV_START + csvLine(columns.map(({ name }) => name));
  for await (const lot of lots)
    yield lot.map(({ cells }) => csvLine(columns.map(({ of }) => of(cells)))).join('');
}

function columnsFor({ forPeople }: ExportedKind, language: Language): RecordColumn[] {
  return forPeople.map((field) => ({
    name: labelOf(field, language),
    of: (record) => toCell(wordOf(field, (record as Record<string, unknown>)[field], language)),
  }));
}
