/** Knows the partitions of `certificate_tokens`, the one table that is divided, by the month of the certificate. */

import pg from 'pg';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { momentOfId } from '../../kernel/ids.ts';
import { type IdRange, monthOf } from './month.ts';

export const DIVIDED = 'certificate_tokens';
/** The partition of all rows from before the table was divided. */
const FIRST = `${DIVIDED}_first`;
/** The default partition takes the rows that fit no other, so that no row is ever refused. */
export const REST = `${DIVIDED}_rest`;

export type Partition = IdRange & { name: string };

export type PartitionSize = {
  name: string;
  /** The range; undefined for the default partition. */
  range: IdRange | undefined;
  /** The number of rows, as PostgreSQL estimates it. */
  rows: number;
  /** The size in bytes, with indexes. */
  bytes: number;
  tablespace: string;
};

const CHILDREN = `from pg_inherits i join pg_class c on c.oid = i.inhrelid
   where i.inhparent = to_regclass('${DIVIDED}') order by c.relname`;

const BOUNDS = `select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds ${CHILDREN}`;

const SIZES = `
  select c.relname as name, pg_get_expr(c.relpartbound, c.oid) as bounds, pg_total_relation_size(c.oid) as bytes,
         greatest(c.reltuples::bigint, pg_stat_get_live_tuples(c.oid), 0) as rows,
         (select spcname from pg_tablespace s join pg_database d on d.datname = current_database()
           where s.oid = coalesce(nullif(c.reltablespace, 0), d.dattablespace)) as tablespace
    ${CHILDREN}`;

/** Reads the partitions without the default one, the oldest first. */
export async function readPartitions(query: Query): Promise<Partition[]> {
  const found = (await query(BOUNDS)).flatMap((row) => {
    const range = readBounds(read.text(row, 'bounds'));
    return range === undefined ? [] : [{ name: read.text(row, 'name'), ...range }];
  });
  return found.sort((a, b) => (a.to < b.to ? -1 : 1));
}

/** Reads the sizes of partitions, the oldest first and the default one last. */
export async function readPartitionSizes(query: Query): Promise<PartitionSize[]> {
  const found = (await query(SIZES)).map((row) => ({
    name: read.text(row, 'name'),
    range: readBounds(read.text(row, 'bounds')),
    rows: read.number(row, 'rows'),
    bytes: read.number(row, 'bytes'),
    tablespace: read.text(row, 'tablespace'),
  }));
  const end = ({ range }: PartitionSize) => range?.to ?? '~';
  return found.sort((a, b) => (end(a) < end(b) ? -1 : 1));
}

/** Reads the output of `pg_get_expr`; undefined for the default partition. */
function readBounds(bounds: string): IdRange | undefined {
  if (bounds === 'DEFAULT') return undefined;
  const [, from, to] = /^FOR VALUES FROM \((?:MINVALUE|'(\w+)')\) TO \('(\w+)'\)$/.exec(bounds) ?? [];
  if (to === undefined)
    throw new Error(`A partition of ${DIVIDED} has bounds that nobody gave it: ${bounds}`);
  return { from, to };
}

/** The name of a partition. It follows from the range alone, never from outside. */
export function nameOf({ from }: IdRange): string {
  const moment = from === undefined ? undefined : momentOfId(from);
  return moment === undefined ? FIRST : `${DIVIDED}_${monthOf(moment).replace('-', '_')}`;
}

/** Reads the statistics target of each column, as set on the divided table (0053). `like` does not copy it. */
const STATISTICS = `
  select string_agg(format('alter column %I set statistics %s', attname, attstattarget), ', ') as targets
    from pg_attribute where attrelid = '${DIVIDED}'::regclass and attnum > 0 and not attisdropped and attstattarget >= 0`;

/** Creates a table that can be attached. It is not visible yet, and nothing is locked. */
export async function createPartition(
  query: Query,
  name: string,
  parts: 'including all' | 'including all excluding indexes' = 'including all',
): Promise<void> {
  const named = pg.escapeIdentifier(name);
  await query(`create table ${named} (like ${DIVIDED} ${parts})`);
  const targets = read.optionalText(read.firstRow(await query(STATISTICS)), 'targets');
  if (targets !== undefined) await query(`alter table ${named} ${targets}`);
}

/**
 * The statement that attaches a partition. Other partitions can be read and written meanwhile; the default partition is
 * locked and scanned.
 */
export function attaching(name: string, { from, to }: IdRange): string {
  const low = from === undefined ? 'minvalue' : pg.escapeLiteral(from);
  return `alter table ${DIVIDED} attach partition ${pg.escapeIdentifier(name)}
    for values from (${low}) to (${pg.escapeLiteral(to)})`;
}
