/**
 * Reads tables, columns and sequences from the database itself. Backups are written and restored using only these
 * names.
 */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';

type Ask = (text: string) => Promise<Row[]>;

/**
 * The tables, each with its writable columns in the order in which the columns were added. A table that is divided into
 * partitions counts as one.
 */
export async function readTables(ask: Ask): Promise<{ name: string; columns: string[] }[]> {
  const rows = await ask(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = current_schema()::regnamespace
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      group by c.relname order by c.relname`,
  );
  return rows.map((row) => ({ name: read.text(row, 'name'), columns: read.textList(row, 'columns') }));
}
