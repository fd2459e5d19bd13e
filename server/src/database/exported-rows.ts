/** Rows about a person, for an export of all data stored about that person. */

import type { Query, Row } from './pool.ts';
import * as read from './row-reader.ts';

/**
 * A table in the export. Every column is either shown, or withheld with a reason; a test compares the list with the
 * schema, so that no column is forgotten.
 */
export type ExportedTable = {
  table: string;
  shown: readonly string[];
  withheld: Readonly<Record<string, string>>;
  /** A condition that selects the rows. `$1` stands for the ids of the person. */
  about: string;
  order: string;
};

export async function readExported(
  query: Query,
  { table, shown, about, order }: ExportedTable,
  ids: readonly string[],
): Promise<Row[]> {
  const rows = await query(
    `select to_jsonb(shown) as shown from (select ${shown.join(', ')} from ${table} where ${about} order by ${order}) shown`,
    [ids],
    `export-${table}`,
  );
  return rows.map((row) => read.record(row, 'shown'));
}
