/** Writes records as lines of a table. Each column is named after its field. */

import type { TObject } from 'typebox';
import type { CsvCell } from './csv.ts';

/**
 * A column: a field of the record or of one of its parts; `file.sha256` becomes `file_sha256`. Metadata and lists are
 * written as JSON.
 */
export type RecordColumn = { name: string; of(record: object): CsvCell };

export function columnsOf({ properties }: TObject): RecordColumn[] {
  return Object.entries(properties).flatMap(([name, schema]): RecordColumn[] => {
    const read = (record: object): unknown => (record as Record<string, unknown>)[name];
    const parts = 'properties' in schema ? Object.keys(schema.properties as object) : [];
    if (parts.length === 0) return [{ name, of: (record) => toCell(read(record)) }];
    return parts.map((part) => ({
      name: `${name}_${part}`,
      of: (record) => toCell((read(record) as Record<string, unknown> | null)?.[part]),
    }));
  });
}

export function toCell(value: unknown): CsvCell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'number' || typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
