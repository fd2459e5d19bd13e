/**
 * Columns of time-stamp partitions for which PostgreSQL keeps more, or fewer, statistics than for the divided table.
 */

import type { Database } from '../../server/src/database/pool.ts';

const DIFFERENT = `
  select p.attrelid::regclass::text || '.' || p.attname as column
    from pg_inherits i
    join pg_attribute p on p.attrelid = i.inhrelid and p.attnum > 0 and not p.attisdropped
    join pg_attribute d on d.attrelid = i.inhparent and d.attname = p.attname
   where i.inhparent = 'certificate_tokens'::regclass and p.attstattarget is distinct from d.attstattarget`;

export async function columnsWithOtherStatistics(database: Pick<Database, 'query'>): Promise<string[]> {
  return (await database.query(DIFFERENT)).map(({ column }) => String(column));
}
