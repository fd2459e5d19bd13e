/**
 * Reads a whole list for an export, in the order of ids. Its statements are short, and it holds at most a thousand
 * records in memory.
 */

import type { Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { type Filter, type ListOrder, type ListSource, past } from './list.ts';
import type { Tools } from './operation.ts';

/**
 * How many records one statement reads, whether they match or not. So a rare match among a million records needs a
 * thousand statements of a few milliseconds each, and never one that takes seconds.
 */
const WINDOW = 1_000;

export type Walk = {
  order: ListOrder;
  /** Reading begins after this id. */
  after: string | undefined;
  /** The most records to return. */
  limit: number;
};

/**
 * Yields the records that match and that existed at the beginning, each once. A record that changes during the walk is
 * filtered and shown as it is when it is read. The conditions of `filter` must not depend on the order of the list.
 */
export async function* walkList(
  { query }: Pick<Tools, 'query'>,
  source: ListSource,
  filter: Filter,
  { order, after, limit }: Walk,
): AsyncGenerator<Row[]> {
  const newest = await edgeOf({ query }, source, filter, 'desc');
  let left = limit;
  for (let begin = after; newest !== undefined && left > 0; ) {
    const end = await endOfWindow({ query }, source, filter, { order, begin, newest });
    if (end === undefined) return;
    const rows = await readWindow({ query }, source, filter, { order, begin, end, newest });
    const part = rows.slice(0, left);
    left -= part.length;
    if (part.length > 0) yield part;
    begin = end;
  }
}

/** The first id of the list in this order. Records that are made later have greater ids. */
async function edgeOf(
  { query }: Pick<Tools, 'query'>,
  source: ListSource,
  filter: Filter,
  order: ListOrder,
): Promise<string | undefined> {
  const rows = await query(
    `select ${source.alias}.id from ${ownRows(source, filter)} order by ${source.alias}.id ${order} limit 1`,
    filter.params.slice(0, 2),
  );
  return rows[0] && read.text(rows[0], 'id');
}

type Window = { order: ListOrder; begin: string | undefined; newest: string };

/** The last id of the next window, found using only the index of ids. */
async function endOfWindow(
  { query }: Pick<Tools, 'query'>,
  source: ListSource,
  filter: Filter,
  { order, begin, newest }: Window,
): Promise<string | undefined> {
  const { alias } = source;
  const further = begin === undefined ? '' : `and ${alias}.id ${past(order)} $4`;
  const rows = await query(
    `select id from (
       select ${alias}.id from ${ownRows(source, filter)} and ${alias}.id <= $3 ${further}
        order by ${alias}.id ${order} limit ${WINDOW}) next
      order by id ${order === 'asc' ? 'desc' : 'asc'} limit 1`,
    [...filter.params.slice(0, 2), newest, ...(begin === undefined ? [] : [begin])],
  );
  return rows[0] && read.text(rows[0], 'id');
}

function ownRows({ table, alias }: ListSource, { conditions }: Filter): string {
  return `${table} ${alias} where ${conditions.slice(0, 2).join(' and ')}`;
}

async function readWindow(
  { query }: Pick<Tools, 'query'>,
  { table, alias, columns, joins = '', shown = '' }: ListSource,
  filter: Filter,
  { order, begin, end, newest }: Window & { end: string },
): Promise<Row[]> {
  const [low, high] = order === 'asc' ? [begin, end] : [end, begin];
  const bounds = [
    [low, order === 'asc' ? '>' : '>='],
    [high ?? newest, high !== undefined && order === 'desc' ? '<' : '<='],
  ] as const;
  const params = [...filter.params];
  const within = bounds.flatMap(([id, sign]) =>
    id === undefined ? [] : [`${alias}.id ${sign} $${params.push(id)}`],
  );
  return query(
    `select ${columns} from ${table} ${alias} ${joins} ${shown}
      where ${[...filter.conditions, ...within].join(' and ')} order by ${alias}.id ${order}`,
    params,
  );
}
