/** Space of certificates in the database: every table that grows with them, with its indexes. */

import pg from 'pg';
import type { SelloProcess } from './sello-process.ts';

export type TableSize = { table: string; tableBytes: number; indexBytes: number; rows: number };
/** `level` counts the pages above the leaves: a look-up reads one page of each level and one leaf page. */
export type IndexShape = { index: string; level: number; leafPages: number; fanOut: number };

/** Adds what seeding omits: the token and the public code of each certificate. */
const FILL_IN = [
  `insert into certificate_tokens (account_id, certificate_id, tsr, chain_sha256, salt, leaf_hash)
   select c.account_id, c.id, one.tsr, one.chain_sha256, sha256(convert_to('salt ' || c.id, 'UTF8')), c.sha256
     from certificates c, (select tsr, chain_sha256 from certificate_tokens limit 1) one
   on conflict do nothing`,
  `insert into certificate_codes (code, account_id, certificate_id)
   select code, account_id, id from certificates on conflict do nothing`,
];

/** A divided table is counted with all of its partitions. */
const PUBLIC_TABLES = `
  select coalesce(whole.relname, c.relname) as table, sum(pg_table_size(c.oid))::float8 as "tableBytes",
         sum(pg_indexes_size(c.oid))::float8 as "indexBytes", sum(greatest(c.reltuples, 0))::float8 as rows
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class whole on whole.oid = i.inhparent
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
   group by 1 order by sum(pg_total_relation_size(c.oid)) desc`;

const TREES = `
  select relname as index, s.tree_level::int as level, s.leaf_pages::float8 as "leafPages",
         s.leaf_pages / greatest(s.internal_pages, 1)::float8 as "fanOut"
    from pg_class c join pg_am a on a.oid = c.relam and a.amname = 'btree', pgstatindex(c.oid) s
   where relkind = 'i' and relnamespace = 'public'::regnamespace and s.leaf_pages > 1
   order by s.leaf_pages desc`;

export async function measureTables(
  sello: SelloProcess,
): Promise<{ tables: TableSize[]; indexes: IndexShape[] }> {
  const client = new pg.Client({ ...sello.database, user: 'postgres' });
  await client.connect();
  try {
    for (const statement of FILL_IN) await client.query(statement);
    await client.query('vacuum (analyze)');
    const tables = await client.query<TableSize>(PUBLIC_TABLES);
    await client.query('create extension if not exists pgstattuple');
    const indexes = await client.query<IndexShape>(TREES);
    return { tables: tables.rows, indexes: indexes.rows };
  } finally {
    await client.end();
  }
}
